import { newId } from '@probity/platform/ids';
import { keyNamedIn, type Sealer } from '@probity/platform/sealing';
import { type EventStore, NO_STREAM, type RecordedEvent, WrongExpectedRevision } from '../event-store';
import { REPEAT_FOR_MS, untilKnown } from '../until-known';

/** An event that has a key. It stays in Probity: no topic has it. */
export interface StoredKey {
  /** the beginning is that of the stream's other keys; such as `pipeline/0` */
  key_id: string;
  algorithm: string;
  /** sealed under the master key of the service; base64 */
  sealed: string;
  created_at: string;
}

/** What the keys of a stream are for. */
export interface KeyPurpose {
  stream: string;
  /** the type of its events */
  type: string;
  algorithm: string;
  /** what the ids of its keys begin with, without the slash */
  name: string;
  /** what its keys are sealed for, such as `event-key`; the id of the key is added */
  context: string;
  /** further fields of the first event */
  about?: Record<string, string>;
}

export interface OpenedKey {
  id: string;
  secret: Buffer;
}

interface KnownKey extends OpenedKey {
  sealed: Buffer;
}

/** The first key of a stream. */
interface FirstKey {
  number: number;
  secret: Buffer;
}

/** Beyond so many keys that do not open, the number says nothing more. */
const MAX_UNREADABLE = 1_000;

/** What a stream has. */
interface Found {
  known: Map<string, KnownKey>;
  unreadable: Map<string, Buffer>;
  /** of the last event */
  revision: number;
  /** whether Probity wrote one of the events */
  hasOwn: boolean;
}

/**
 * A stream with keys of a service. The first event has the first key. A further one with another id has a key that
 * replaces it; one with the same id has the same key, sealed under another master key. A new key needs the master key,
 * because the sealed form authenticates the key and its id; the events need no MAC.
 */
export class KeyStream {
  /** @param store as it is, without authentication */
  constructor(
    private readonly store: EventStore,
    private readonly purpose: KeyPurpose,
    private readonly sealer: Sealer,
  ) {}

  /**
   * Returns the keys, the newest last. If there are none, creates the first one; another instance may be faster.
   *
   * @param first returns the first key
   * @throws Error when there are keys, and the master key opens none of them
   */
  async open(first: () => Promise<FirstKey>, now: Date): Promise<OpenedKey[]> {
    let found = await this.find();
    if (!found.hasOwn) {
      const { number, secret } = await first();
      const key = this.event({ id: this.idOf(number), secret }, now);
      try {
        this.add(found, await this.append(found.revision, [key]));
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
        found = await this.find();
      }
    }
    if (found.known.size > 0) return [...found.known.values()];
    throw new Error(
      `the master key is not the one that sealed the keys of ${this.purpose.stream}; ` +
        'restore the PROBITY_MASTER_KEY of the installation (in one process: its secrets.json)',
    );
  }

  /** Returns the keys. */
  async read(): Promise<OpenedKey[]> {
    return [...(await this.find()).known.values()];
  }

  /** Adds a key unless the keys suffice, also when another instance adds one meanwhile. Returns all keys. */
  async addUnless(suffice: (keys: OpenedKey[]) => boolean, secret: () => Buffer, now: Date): Promise<OpenedKey[]> {
    for (;;) {
      const found = await this.find();
      if (suffice([...found.known.values()])) return [...found.known.values()];
      try {
        const key = this.event({ id: this.unusedId(found), secret: secret() }, now);
        this.add(found, await this.append(found.revision, [key]));
        return [...found.known.values()];
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
      }
    }
  }

  /** How many keys there are, by the name of the master key that sealed them. */
  async count(): Promise<Map<string, number>> {
    const { known, unreadable } = await this.find();
    const counts = new Map<string, number>();
    for (const sealed of [...[...known.values()].map((key) => key.sealed), ...unreadable.values()]) {
      const name = keyNamedIn(sealed);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return counts;
  }

  /** Seals again what the current master key has not sealed. Returns how many keys, and the ids of unreadable ones. */
  async reseal(now: Date): Promise<{ resealed: number; unreadable: string[] }> {
    const { known, unreadable, revision } = await this.find();
    const left = [...known.values()].filter(({ sealed }) => !this.sealer.isCurrent(sealed));
    if (left.length > 0) {
      const again = left.map((key) => this.event(key, now));
      await this.append(revision, again);
    }
    return { resealed: left.length, unreadable: [...unreadable.keys()] };
  }

  /** Of each key the newest form that opens. Others may have written events that do not open; these give no key. */
  private add(found: Found, events: RecordedEvent[]): void {
    for (const { data, isForeign, revision } of events) {
      found.revision = revision;
      if (isForeign) continue;
      found.hasOwn = true;
      const { key_id: id, sealed: text } = (data ?? {}) as Partial<StoredKey>;
      if (typeof id !== 'string' || !id.startsWith(`${this.purpose.name}/`) || typeof text !== 'string') continue;
      const sealed = Buffer.from(text, 'base64');
      try {
        found.known.set(id, { id, sealed, secret: this.sealer.open(sealed, this.contextOf(id)) });
        found.unreadable.delete(id);
      } catch {
        const isNew = !found.known.has(id) && found.unreadable.size < MAX_UNREADABLE;
        if (isNew || found.unreadable.has(id)) found.unreadable.set(id, sealed);
      }
    }
  }

  private event({ id, secret }: OpenedKey, now: Date): { id: string; type: string; data: object } {
    const { type, algorithm, about } = this.purpose;
    const sealed = this.sealer.seal(secret, this.contextOf(id)).toString('base64');
    const data: StoredKey = { ...about, key_id: id, algorithm, sealed, created_at: now.toISOString() };
    return { id: newId(), type, data };
  }

  private append(revision: number, events: { id: string; type: string; data: object }[]): Promise<RecordedEvent[]> {
    return untilKnown(
      () => this.store.append(this.purpose.stream, revision, events, () => Promise.resolve()),
      REPEAT_FOR_MS,
    );
  }

  /** Keeps only the keys in memory: other programs may have written any number of events. */
  private async find(): Promise<Found> {
    const found: Found = { known: new Map(), unreadable: new Map(), revision: NO_STREAM, hasOwn: false };
    for await (const chunk of this.store.readStream(this.purpose.stream)) this.add(found, chunk);
    return found;
  }

  private idOf(number: number): string {
    return `${this.purpose.name}/${number}`;
  }

  /** After the first one. An id whose key does not open may be that of a key under another master key. */
  private unusedId({ known, unreadable }: Found): string {
    let number = 1;
    while (known.has(this.idOf(number)) || unreadable.has(this.idOf(number))) number++;
    return this.idOf(number);
  }

  private contextOf(id: string): string {
    return `${this.purpose.context}/${id}`;
  }
}
