import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Sealer } from '@probity/platform/sealing';
import type { EventStore } from '../event-store';
import { isMacOf, macOf } from './event-mac';
import { KeyStream, type OpenedKey } from './key-stream';

const KEY_BYTES = 32;
/** So seldom are the keys read again, however many events name a key that does not exist. */
const LEARN_EVERY_MS = 5_000;

/** The keys of a service are in the stream `event-key-<service>`, in events `EventKeyCreated`. See `KeyStream`. */
export const eventKeyStream = (store: EventStore, service: string, sealer: Sealer): KeyStream =>
  new KeyStream(
    store,
    {
      stream: `event-key-${service}`,
      type: 'EventKeyCreated',
      algorithm: 'HMAC-SHA-256',
      name: service,
      context: 'event-key',
      about: { service },
    },
    sealer,
  );

/**
 * The keys that authenticate the events of one service. All instances of the service use the same ones; an earlier key
 * still verifies.
 *
 * Key 0 exists only where versions without MACs stored events. Each key with a higher number says that the takeover of
 * these events is complete, or that there were none. Its id is sealed with it, so only the master key can say so, and
 * the events that it signed are not readable without it.
 */
export class EventKeys {
  private readonly keys = new Map<string, KeyObject>();
  private current!: string;
  private learning: Promise<void> | undefined;
  private learnAgainAt = -Infinity;

  private constructor(
    private readonly service: string,
    private readonly stream: KeyStream,
  ) {}

  /**
   * Reads the keys of a service. If it has none, creates the first one; another instance may be faster.
   *
   * @param store as it is, without authentication
   * @param hasEvents whether there are events of the service; called if it has no key
   * @throws Error when there are keys, and the master key opens none of them
   */
  static async open(
    store: EventStore,
    service: string,
    sealer: Sealer,
    now: Date,
    hasEvents: () => Promise<boolean>,
  ): Promise<EventKeys> {
    const keys = new EventKeys(service, eventKeyStream(store, service, sealer));
    const first = async () => ({ number: (await hasEvents()) ? 0 : 1, secret: newSecret() });
    keys.add(await keys.stream.open(first, now));
    keys.useNewest();
    return keys;
  }

  /** The id of the key that `sign` uses. */
  get currentId(): string {
    return this.current;
  }

  /** Whether versions without MACs may have stored events. */
  get needTakeover(): boolean {
    return this.keys.has(`${this.service}/0`);
  }

  /** Whether a key says that the takeover is complete, or was not needed. */
  get sayComplete(): boolean {
    return [...this.keys.keys()].some(saysComplete);
  }

  /** The MAC of a text with the current key, in base64. */
  sign(text: string): string {
    return macOf(this.keys.get(this.current)!, text);
  }

  /** Whether this is the MAC of the text with that key of the service. */
  verify(keyId: string, mac: string, text: string): boolean {
    const key = this.keys.get(keyId);
    return key !== undefined && isMacOf(key, text, mac);
  }

  /**
   * Reads the keys again if one of these is not known: another instance may have added it. Only once in a few seconds,
   * because anyone can write the name of a key into an event.
   */
  async learn(keyIds: Iterable<unknown>): Promise<void> {
    const isUnknown = [...keyIds].some((id) => typeof id === 'string' && this.isOwn(id) && !this.keys.has(id));
    if (!isUnknown) return;
    if (!this.learning && performance.now() < this.learnAgainAt) return;
    this.learning ??= this.read().finally(() => (this.learning = undefined));
    await this.learning;
  }

  /** Adds a key that says that the takeover is complete, if there is none. `sign` uses it after `useNewest`. */
  async addComplete(now: Date): Promise<void> {
    const isThere = (keys: OpenedKey[]): boolean => keys.some(({ id }) => saysComplete(id));
    this.add(await this.stream.addUnless(isThere, newSecret, now));
  }

  /** From now on `sign` uses the key with the highest number. */
  useNewest(): void {
    this.current = [...this.keys.keys()].reduce((newest, id) => (numberOf(id) >= numberOf(newest) ? id : newest));
  }

  /** A key that is gone from the stream stays until the process ends. */
  private async read(): Promise<void> {
    this.add(await this.stream.read());
    this.useNewest();
    this.learnAgainAt = performance.now() + LEARN_EVERY_MS;
  }

  private add(opened: OpenedKey[]): void {
    for (const { id, secret } of opened) if (!this.keys.has(id)) this.keys.set(id, createSecretKey(secret));
  }

  private isOwn(id: string): boolean {
    return id.startsWith(`${this.service}/`);
  }
}

const newSecret = (): Buffer => randomBytes(KEY_BYTES);

const numberOf = (id: string): number => Number(/\/(\d+)$/.exec(id)?.[1] ?? 0);

const saysComplete = (id: string): boolean => numberOf(id) > 0;
