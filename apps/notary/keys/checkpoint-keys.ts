import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PLATFORM_LOG } from '@probity/contracts/checkpoints/events';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { Sql } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import { Refusal } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { limitReplacements } from '@probity/platform/replacement-limit';
import type { Sealer } from '@probity/platform/sealing';
import { publicBytes } from '@probity/platform/transparency/sign-note';
import { isLogName } from '@probity/read-side/checkpoints/log-events';
import { isDamage } from '../logs/log-damage';
import { CHECKPOINT_KEY, type CheckpointKeyCreated, type LogKeys, type RecordedCheckpointKey } from './checkpoint-key';
import { CheckpointKeyUnreadable } from './checkpoint-key-unreadable';

const MAX_OPEN = 1_000;
/** Any logs, because forged keys may be older than all others, or newer. */
const SOME = 'SELECT log FROM (SELECT DISTINCT log FROM notary.keys) AS k ORDER BY random() LIMIT 100';

/** A key that signs the checkpoints of a log and of the ledgers of its tenant. */
export interface CheckpointKey {
  id: string;
  privateKey: KeyObject;
  /** 32 bytes */
  publicKey: Uint8Array;
}

/** A key as its events have it. */
export interface FoundKey extends CheckpointKey {
  createdAt: Date;
  /** of the last event about it */
  revision: number;
}

/** The keys of a log at a time. */
export interface SigningLogKeys {
  /** the keys that sign now, the newest last: one, and for a while after a replacement the one before it too */
  signers: CheckpointKey[];
  /** the newest last; older checkpoints are signed with the others */
  all: CheckpointKey[];
}

/** The replacement of the key of a log. */
export interface Replacement {
  log: string;
  /** of the new key; the caller chooses it, so that a repetition is recognized */
  key_id: string;
  /** for so long, the key before it signs too */
  overlapMs: number;
  officer: string;
  officer_id?: string;
  reason: string;
}

interface OpenKey extends CheckpointKey {
  /** until when the key before it signs too; ISO 8601 */
  bothUntil?: string;
}

/** The keys that sign checkpoints, one after the other for each log. Events have them sealed; only the notary opens them. */
export class CheckpointKeys {
  private readonly open = new LRUCache<string, OpenKey[]>({ max: MAX_OPEN });
  /** how often keys were forgotten: what was read before is not kept after */
  private forgotten = 0;

  constructor(
    private readonly store: AggregateStore,
    private readonly sealer: Sealer,
    private readonly now: Clock,
  ) {}

  /**
   * Returns the keys of the log, of which it creates the first at the first call. Resolves when an event has it.
   *
   * @throws CheckpointKeyUnreadable when a key was changed or sealed under another master key
   * @throws EventDamaged when an event about the keys is damaged, or of a type that this version does not know
   */
  async of(log: string): Promise<SigningLogKeys> {
    const known = this.open.get(log);
    if (known) return this.signing(known);
    const { forgotten } = this;
    // It changes nothing, and projects the keys if the read side lacks them.
    const { loaded } = await this.store.change(CHECKPOINT_KEY, log, () => undefined);
    const keys = this.opened(log, loaded?.state ?? (await this.create(log)));
    if (forgotten === this.forgotten) this.open.set(log, keys);
    return this.signing(keys);
  }

  /** The keys of a log that may not have begun: then it has none. */
  async ofStarted(log: string): Promise<CheckpointKey[]> {
    return this.open.get(log) ?? (isLogName(log) ? await this.find(log) : undefined) ?? [];
  }

  /** To be called when an event about the keys of the log arrives: this process may know older ones. */
  forget(log?: string): void {
    this.forgotten++;
    if (log === undefined) this.open.clear();
    else this.open.delete(log);
  }

  /**
   * Returns the keys of the log as its events have them now, the newest last; undefined when there are none.
   *
   * @throws CheckpointKeyUnreadable
   */
  async find(log: string): Promise<FoundKey[] | undefined> {
    const loaded = await this.store.load(CHECKPOINT_KEY, log);
    if (!loaded) return undefined;
    const { state, events } = loaded;
    return this.opened(log, state).map(({ id, privateKey, publicKey }, index) => {
      const createdAt = new Date(state.keys[index]!.created_at);
      const { revision } = events.findLast(({ data }) => data.key_id === id)!;
      return { id, privateKey, publicKey, createdAt, revision };
    });
  }

  /**
   * Creates another key of a log, and returns it, also when it was created before. From then on, it signs; the key before
   * it signs too for the given time, and older ones no longer.
   *
   * @throws Refusal `not_signed_yet` when the log has no key; `rate_limited`
   * @throws CheckpointKeyUnreadable when a key before it was changed
   */
  async replace({ log, key_id, overlapMs, ...why }: Replacement): Promise<RecordedCheckpointKey> {
    const now = this.now();
    const { privateKey } = generateKeyPairSync('ed25519');
    await this.store.change(CHECKPOINT_KEY, log, (loaded) => {
      const before = loaded?.state.keys.at(-1);
      if (!before)
        throw new Refusal(
          'overloaded',
          'not_signed_yet',
          'nothing of the tenant is signed yet, so it has no key to replace',
        );
      if (loaded!.state.keys.some((key) => key.key_id === key_id)) return undefined;
      const replaced = loaded!.state.keys.slice(1).map(({ created_at }) => created_at);
      limitReplacements(replaced, now, 'the checkpoints');
      this.opened(log, loaded!.state);
      const replacing = {
        replaces: before.key_id,
        both_until: new Date(now.getTime() + overlapMs).toISOString(),
      };
      const data = { ...this.sealed(log, key_id, privateKey, replacing), ...replacing, ...why };
      const event = { ...data, replaced_at: now.toISOString() };
      return { events: [{ id: key_id, type: 'CheckpointKeyReplaced' as const, data: event }] };
    });
    this.forget(log);
    const { state } = (await this.store.load(CHECKPOINT_KEY, log))!;
    return state.keys.find((key) => key.key_id === key_id)!;
  }

  /** @throws CheckpointKeyUnreadable when the master key opens none of some keys; one alone may be forged */
  async checkMasterKey(sql: Sql): Promise<void> {
    const { rows } = await sql.query<{ log: string }>(SOME);
    let failure: CheckpointKeyUnreadable | undefined;
    for (const { log } of rows) {
      if (!isLogName(log)) continue;
      try {
        if (await this.find(log)) return; // otherwise no event has the key of this row: it is forged
      } catch (error) {
        if (!isDamage(error)) throw error;
        if (error instanceof CheckpointKeyUnreadable) failure ??= error; // otherwise its log stops
      }
    }
    if (failure) throw failure;
  }

  private async create(log: string): Promise<LogKeys> {
    const key_id = newId();
    const { privateKey } = generateKeyPairSync('ed25519');
    const data = { ...this.sealed(log, key_id, privateKey), created_at: this.now().toISOString() };
    const events = [{ id: key_id, type: 'CheckpointKeyCreated' as const, data }];
    // Another instance may have been faster: then the log has its key.
    const before = await this.store.begin(CHECKPOINT_KEY, log, { events }).catch((cause: unknown) => {
      // The stream has events, and none of them is Probity's.
      if (cause instanceof Refusal && cause.code === 'contention')
        throw new CheckpointKeyUnreadable(undefined, log, { cause });
      throw cause;
    });
    return before?.state ?? CHECKPOINT_KEY.evolve(undefined, { type: 'CheckpointKeyCreated', data });
  }

  private sealed(
    log: string,
    key_id: string,
    privateKey: KeyObject,
    replacing?: RecordedCheckpointKey['replacing'],
  ): Omit<CheckpointKeyCreated['data'], 'created_at'> {
    const secret = privateKey.export({ format: 'der', type: 'pkcs8' });
    return {
      log,
      ...(tenantOf(log) !== undefined && { tenant_id: log }),
      key_id,
      algorithm: 'Ed25519',
      public_key: Buffer.from(publicBytes(privateKey)).toString('base64'),
      sealed: this.sealer.seal(secret, checkpointKeyContext(log, { key_id, replacing })).toString('base64'),
    };
  }

  private signing(keys: OpenKey[]): SigningLogKeys {
    const { bothUntil } = keys.at(-1)!;
    const areTwo = bothUntil !== undefined && Date.parse(bothUntil) > this.now().getTime();
    return { signers: keys.slice(areTwo ? -2 : -1), all: keys };
  }

  /**
   * The sealed form says the log, the id, the key before and the time of both, and with the private key the public one.
   * The tenant follows from the log.
   */
  private opened(log: string, { log: named, tenant_id, keys }: LogKeys): OpenKey[] {
    if (keys.length === 0) throw new CheckpointKeyUnreadable(undefined, log);
    return keys.map((stored, index) => {
      const { key_id, sealed, public_key, replacing } = stored;
      try {
        if (named !== log || tenant_id !== tenantOf(log)) throw new Error('it names another log or tenant');
        if (replacing?.replaces !== keys[index - 1]?.key_id) throw new Error('it replaces another key');
        const secret = this.sealer.open(Buffer.from(sealed, 'base64'), checkpointKeyContext(log, stored));
        const privateKey = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' });
        const publicKey = publicBytes(privateKey);
        if (Buffer.from(publicKey).toString('base64') !== public_key) throw new Error('its public key was changed');
        return { id: key_id, privateKey, publicKey, ...(replacing && { bothUntil: replacing.both_until }) };
      } catch (cause) {
        throw new CheckpointKeyUnreadable(key_id, log, { cause });
      }
    });
  }
}

const tenantOf = (log: string): string | undefined => (log === PLATFORM_LOG ? undefined : log);

/** What a key of a log is sealed for. */
export function checkpointKeyContext(
  log: string,
  { key_id, replacing }: Pick<RecordedCheckpointKey, 'key_id' | 'replacing'>,
): string {
  const after = replacing ? `/${replacing.replaces}/${replacing.both_until}` : '';
  return `checkpoint-key/${log}/${key_id}${after}`;
}
