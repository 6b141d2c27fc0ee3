import type { Aggregate } from '@probity/event-store/aggregate';
import { refuseMalformed } from '@probity/event-store/damaged';
import { NO_STREAM, ReadSideBehind, type RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { isUuid } from '@probity/platform/ids';
import { isKeyEvent } from './key-event-form';

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
  /** in the order in which they sign; empty only when the first event is missing */
  keys: RecordedCheckpointKey[];
}

const PREFIX = 'checkpoint-key-';
const INSERT = `
  INSERT INTO notary.keys (id, log, tenant_id, public_key, created_at, revision) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (id) DO NOTHING`;
const RESEALED = 'UPDATE notary.keys SET revision = greatest(revision, $2) WHERE id = $1 AND log = $3';

/** The keys of one log. Their stream is named after the log, so that it has one newest key. */
export const CHECKPOINT_KEY: Aggregate<LogKeys, CheckpointKeyEvent> = {
  name: 'checkpoint key',
  kind: 'checkpoint-keys',
  prefix: PREFIX,
  stream: (log) => `${PREFIX}${log}`,
  types: ['CheckpointKeyCreated', 'CheckpointKeyReplaced', 'CheckpointKeyResealed'],
  isWellFormed: isKeyEvent,
  evolve: keysAfter,
  tenantOf: (keys) => keys.tenant_id ?? null,
  projection: projectKeys,
};

/** The log whose keys a stream has; undefined for other streams. */
export const logOfKeys = (stream: string): string | undefined =>
  stream.startsWith(PREFIX) ? stream.slice(PREFIX.length) : undefined;

function keysAfter(before: LogKeys | undefined, { type, data }: CheckpointKeyEvent): LogKeys {
  const { log, tenant_id, key_id, sealed } = data;
  const { keys, ...of }: LogKeys = before ?? { log, ...(tenant_id !== undefined && { tenant_id }), keys: [] };
  if (type === 'CheckpointKeyResealed')
    return { ...of, keys: keys.map((key) => (key.key_id === key_id ? { ...key, sealed } : key)) };
  const { public_key } = data;
  if (type === 'CheckpointKeyReplaced') {
    const { replaces, both_until, replaced_at: created_at } = data;
    return { ...of, keys: [...keys, { key_id, public_key, sealed, created_at, replacing: { replaces, both_until } }] };
  }
  const { created_at } = data;
  return before ?? { ...of, keys: [{ key_id, public_key, sealed, created_at }] };
}

/** A row names the log of its stream, whatever the event says: a forged event can only concern that log. */
async function projectKeys(sql: Sql, events: RecordedEvent[]): Promise<void> {
  for (const event of events) {
    const { stream, type, data, revision, isForeign } = event;
    if (isForeign || !CHECKPOINT_KEY.types!.includes(type as CheckpointKeyEvent['type'])) continue;
    refuseMalformed([event], isKeyEvent);
    const log = logOfKeys(stream)!;
    if (type === 'CheckpointKeyResealed') {
      const { key_id } = data as CheckpointKeyResealed['data'];
      const { rowCount } = await sql.query(RESEALED, [key_id, revision, log]);
      if (rowCount === 0) throw new ReadSideBehind(stream, NO_STREAM);
      continue;
    }
    const key = data as CheckpointKeyCreated['data'] & Partial<CheckpointKeyReplaced['data']>;
    const { key_id, public_key, created_at, replaced_at = created_at } = key;
    const tenantId = isUuid(log) ? log : null;
    await sql.query(INSERT, [key_id, log, tenantId, Buffer.from(public_key, 'base64'), replaced_at, revision]);
  }
}
