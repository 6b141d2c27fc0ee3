import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Sealer } from '@probity/platform/sealing';
import type { EventStore } from '../event-store';
import { isMacOf, macOf } from './event-mac';
import { KeyStream } from './key-stream';

const KEY_BYTES = 32;

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
 */
export class EventKeys {
  /** @param current the id of the key that signs */
  private constructor(
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
    const opened = await eventKeyStream(store, service, sealer).open(() => randomBytes(KEY_BYTES), now);
    const keys = new Map(opened.map(({ id, secret }) => [id, createSecretKey(secret)]));
    return new EventKeys(keys, opened.at(-1)!.id);
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
