import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { newId } from '@probity/platform/ids';
import type { Sealer } from '@probity/platform/sealing';
import { type EventStore, NO_STREAM, type RecordedEvent, WrongExpectedRevision } from '../event-store';
import { REPEAT_FOR_MS, untilKnown } from '../until-known';
import { isMacOf, macOf } from './event-mac';

const KEY_BYTES = 32;

/**
 * An event of the stream `event-key-<service>`. The first one creates the key with which the service authenticates its
 * events. A further one with another id replaces it; the earlier key still verifies. A further one with the same id has
 * the same key, sealed under another master key. They stay in Probity: no topic has them.
 */
export interface EventKeyCreated {
  type: 'EventKeyCreated';
  data: {
    service: string;
    /** such as `pipeline/0` */
    key_id: string;
    algorithm: 'HMAC-SHA-256';
    /** sealed under the master key of the service; base64 */
    sealed: string;
    created_at: string;
  };
}

export const eventKeyStream = (service: string): string => `event-key-${service}`;

/**
 * The keys that authenticate the events of one service. All instances of the service use the same ones. A new key
 * needs the master key, because the sealed form authenticates itself.
 */
export class EventKeys {
  /** @param current the id of the key that signs */
  constructor(
    private readonly keys: ReadonlyMap<string, KeyObject>,
    private readonly current: string,
  ) {}

  /**
   * Reads the keys of a service. If it has none, creates the first one; another instance may be faster.
   *
   * @param store as it is, without authentication
   * @throws Error when there are keys, and the master key opens none of them
   */
  static async open(store: EventStore, service: string, sealer: Sealer, now: Date): Promise<EventKeys> {
    const stream = eventKeyStream(service);
    const stored = await read(store, stream);
    if (stored.length > 0) return opened(service, stored, sealer);
    const event = { id: newId(), type: 'EventKeyCreated', data: newKey(service, sealer, now) };
    try {
      const append = () => store.append(stream, NO_STREAM, [event], () => Promise.resolve());
      return opened(service, await untilKnown(append, REPEAT_FOR_MS), sealer);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
      return opened(service, await read(store, stream), sealer);
    }
  }

  /** The id of the key that `sign` uses. */
  get currentId(): string {
    return this.current;
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
}

function newKey(service: string, sealer: Sealer, now: Date): EventKeyCreated['data'] {
  const key_id = `${service}/0`;
  const sealed = sealer.seal(randomBytes(KEY_BYTES), contextOf(key_id)).toString('base64');
  return { service, key_id, algorithm: 'HMAC-SHA-256', sealed, created_at: now.toISOString() };
}

/** Passes over events that cannot be opened: others may have written them, and they give no key. */
function opened(service: string, events: RecordedEvent[], sealer: Sealer): EventKeys {
  const keys = new Map<string, KeyObject>();
  let current: string | undefined;
  for (const { data } of events) {
    const { key_id, sealed } = (data ?? {}) as Partial<EventKeyCreated['data']>;
    if (!key_id?.startsWith(`${service}/`) || typeof sealed !== 'string') continue;
    try {
      const key = createSecretKey(sealer.open(Buffer.from(sealed, 'base64'), contextOf(key_id)));
      if (!keys.has(key_id)) current = key_id;
      keys.set(key_id, key);
    } catch {
      continue;
    }
  }
  if (current === undefined) {
    throw new Error(
      `the master key is not the one that sealed the event key of ${service}; ` +
        'restore the PROBITY_MASTER_KEY of the installation (in one process: its secrets.json)',
    );
  }
  return new EventKeys(keys, current);
}

async function read(store: EventStore, stream: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const chunk of store.readStream(stream)) events.push(...chunk);
  return events;
}

const contextOf = (keyId: string): string => `event-key/${keyId}`;
