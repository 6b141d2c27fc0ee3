import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PLATFORM_LOG } from '@probity/contracts/checkpoints/events';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { Sql } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import { newId } from '@probity/platform/ids';
import type { Sealer } from '@probity/platform/sealing';
import { publicBytes } from '@probity/platform/transparency/sign-note';
import { CHECKPOINT_KEY, type CheckpointKeyCreated } from './checkpoint-key';

const MAX_OPEN = 1_000;
const SOME = 'SELECT log FROM notary.keys ORDER BY created_at LIMIT 10';

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
  /** of the last event of its stream */
  revision: number;
}

/** The keys that sign checkpoints, one for each log. Events have them sealed; only the notary opens them. */
export class CheckpointKeys {
  private readonly open = new LRUCache<string, CheckpointKey>({ max: MAX_OPEN });

  constructor(
    private readonly store: AggregateStore,
    private readonly sealer: Sealer,
    private readonly now: Clock,
  ) {}

  /**
   * Returns the key of the log, which it creates at the first call. Resolves when an event has it.
   *
   * @throws CheckpointKeyUnreadable when the key was changed or sealed under another master key
   */
  async of(log: string): Promise<CheckpointKey> {
    const known = this.open.get(log);
    if (known) return known;
    // It changes nothing, and projects the key if the read side lacks it.
    const { loaded } = await this.store.change(CHECKPOINT_KEY, log, () => undefined);
    const stored = loaded?.state ?? (await this.create(log));
    const key = this.unseal(log, stored);
    this.open.set(log, key);
    return key;
  }

  /**
   * Returns the key of the log as its event has it now; undefined when there is none.
   *
   * @throws CheckpointKeyUnreadable
   */
  async find(log: string): Promise<FoundKey | undefined> {
    const loaded = await this.store.load(CHECKPOINT_KEY, log);
    if (!loaded) return undefined;
    const { state, revision } = loaded;
    return { ...this.unseal(log, state), createdAt: new Date(state.created_at), revision };
  }

  /** @throws CheckpointKeyUnreadable when the master key opens none of the oldest keys; one alone may be forged */
  async checkMasterKey(sql: Sql): Promise<void> {
    const { rows } = await sql.query<{ log: string }>(SOME);
    let failure: CheckpointKeyUnreadable | undefined;
    for (const { log } of rows) {
      try {
        await this.of(log);
        return;
      } catch (error) {
        if (!(error instanceof CheckpointKeyUnreadable)) throw error;
        failure ??= error;
      }
    }
    if (failure) throw failure;
  }

  private async create(log: string): Promise<CheckpointKeyCreated['data']> {
    const key_id = newId();
    const { privateKey } = generateKeyPairSync('ed25519');
    const secret = privateKey.export({ format: 'der', type: 'pkcs8' });
    const data = {
      log,
      ...(tenantOf(log) !== undefined && { tenant_id: log }),
      key_id,
      algorithm: 'Ed25519' as const,
      public_key: Buffer.from(publicBytes(privateKey)).toString('base64'),
      sealed: this.sealer.seal(secret, checkpointKeyContext(log, key_id)).toString('base64'),
      created_at: this.now().toISOString(),
    };
    // Another instance may have been faster: then the log has its key.
    const before = await this.store.begin(CHECKPOINT_KEY, log, {
      events: [{ id: key_id, type: 'CheckpointKeyCreated', data }],
    });
    return before?.state ?? data;
  }

  /** The sealed form says the log and the id, and with the private key the public one. The tenant follows from the log. */
  private unseal(log: string, stored: CheckpointKeyCreated['data']): CheckpointKey {
    const { key_id, sealed, public_key } = stored;
    try {
      if (stored.log !== log || stored.tenant_id !== tenantOf(log)) throw new Error('it names another log or tenant');
      const secret = this.sealer.open(Buffer.from(sealed, 'base64'), checkpointKeyContext(log, key_id));
      const privateKey = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' });
      const publicKey = publicBytes(privateKey);
      if (Buffer.from(publicKey).toString('base64') !== public_key) throw new Error('its public key was changed');
      return { id: key_id, privateKey, publicKey };
    } catch (cause) {
      throw new CheckpointKeyUnreadable(key_id, log, { cause });
    }
  }
}

export class CheckpointKeyUnreadable extends Error {
  constructor(keyId: string, log: string, options: ErrorOptions) {
    super(
      `cannot use the checkpoint key ${keyId} of the log ${log}: it was changed, or PROBITY_MASTER_KEY is not the key ` +
        'that sealed it; restore the PROBITY_MASTER_KEY of the installation (in one process: its secrets.json)',
      options,
    );
    this.name = 'CheckpointKeyUnreadable';
  }
}

const tenantOf = (log: string): string | undefined => (log === PLATFORM_LOG ? undefined : log);

/** What the key of a log is sealed for. */
export const checkpointKeyContext = (log: string, keyId: string): string => `checkpoint-key/${log}/${keyId}`;
