import type { Aggregate } from '@probity/event-store/aggregate';
import { NO_STREAM, ReadSideBehind, type RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';

/** The first event of a log's stream of keys. It stays in Probity, as the others do: no topic has it. */
export interface CheckpointKeyCreated {
  type: 'CheckpointKeyCreated';
  data: {
    log: string;
    tenant_id?: string;
    key_id: string;
    algorithm: 'Ed25519';
    /** 32 bytes; base64 */
    public_key: string;
    /** the private key (PKCS #8), sealed under the master key; base64 */
    sealed: string;
    created_at: string;
  };
}

/** A new key takes over. For a while, the key before it signs too. */
export interface CheckpointKeyReplaced {
  type: 'CheckpointKeyReplaced';
  data: Omit<CheckpointKeyCreated['data'], 'created_at'> & {
    /** the id of the key before it */
    replaces: string;
    /** until then, both keys sign; the sealed form says it, too */
    both_until: string;
    officer: string;
    officer_id?: string;
    reason: string;
    replaced_at: string;
  };
}

/** The master key changed; the key is the same, sealed again. */
export interface CheckpointKeyResealed {
  type: 'CheckpointKeyResealed';
  data: {
    log: string;
    tenant_id?: string;
    key_id: string;
    /** sealed under the new master key; base64 */
    sealed: string;
    /** the name of the new master key */
    sealing_key: string;
    resealed_at: string;
  };
}

export type CheckpointKeyEvent = CheckpointKeyCreated | CheckpointKeyReplaced | CheckpointKeyResealed;

/** A key as its events have it. */
export interface RecordedCheckpointKey {
  key_id: string;
  /** base64 */
  public_key: string;
  /** base64 */
  sealed: string;
  created_at: string;
  /** for a key that replaced another one: which, and until when that one signs too */
  replacing?: { replaces: string; both_until: string };
}

/** All keys of a log. */
export interface LogKeys {
  log: string;
  tenant_id?: string;
  /** in the order in which they sign; never empty */
  keys: RecordedCheckpointKey[];
}

const PREFIX = 'checkpoint-key-';
const INSERT = `
  INSERT INTO notary.keys (id, log, tenant_id, public_key, created_at, revision) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (id) DO NOTHING`;
const RESEALED = 'UPDATE notary.keys SET revision = greatest(revision, $2) WHERE id = $1';

/** The keys of one log. Their stream is named after the log, so that it has one newest key. */
export const CHECKPOINT_KEY: Aggregate<LogKeys, CheckpointKeyEvent> = {
  name: 'checkpoint key',
  kind: 'checkpoint-keys',
  prefix: PREFIX,
  stream: (log) => `${PREFIX}${log}`,
  types: ['CheckpointKeyCreated', 'CheckpointKeyReplaced', 'CheckpointKeyResealed'],
  evolve: keysAfter,
  tenantOf: (keys) => keys.tenant_id ?? null,
  projection: projectKeys,
};

/** The log whose keys a stream has; undefined for other streams. */
export const logOfKeys = (stream: string): string | undefined =>
  stream.startsWith(PREFIX) ? stream.slice(PREFIX.length) : undefined;

function keysAfter(before: LogKeys | undefined, { type, data }: CheckpointKeyEvent): LogKeys {
  const { log, tenant_id, key_id, sealed } = data;
  if (type === 'CheckpointKeyResealed') {
    const keys = before!.keys.map((key) => (key.key_id === key_id ? { ...key, sealed } : key));
    return { ...before!, keys };
  }
  const { public_key } = data;
  if (type === 'CheckpointKeyReplaced') {
    const { replaces, both_until, replaced_at: created_at } = data;
    const key = { key_id, public_key, sealed, created_at, replacing: { replaces, both_until } };
    return { ...before!, keys: [...before!.keys, key] };
  }
  const { created_at } = data;
  return (
    before ?? { log, ...(tenant_id !== undefined && { tenant_id }), keys: [{ key_id, public_key, sealed, created_at }] }
  );
}

async function projectKeys(sql: Sql, events: RecordedEvent[]): Promise<void> {
  for (const { stream, type, data, revision, isForeign } of events) {
    if (isForeign) continue;
    if (type === 'CheckpointKeyResealed') {
      const { key_id } = data as CheckpointKeyResealed['data'];
      if ((await sql.query(RESEALED, [key_id, revision])).rowCount === 0) throw new ReadSideBehind(stream, NO_STREAM);
    }
    if (type !== 'CheckpointKeyCreated' && type !== 'CheckpointKeyReplaced') continue;
    const key = data as CheckpointKeyCreated['data'] & Partial<CheckpointKeyReplaced['data']>;
    const { key_id, log, tenant_id, public_key, created_at, replaced_at = created_at } = key;
    await sql.query(INSERT, [key_id, log, tenant_id, Buffer.from(public_key, 'base64'), replaced_at, revision]);
  }
}
