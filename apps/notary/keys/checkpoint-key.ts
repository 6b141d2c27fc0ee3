import type { Aggregate } from '@probity/event-store/aggregate';
import { NO_STREAM, ReadSideBehind, type RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';

/** The first event of a key's stream. It stays in Probity: no topic has it. */
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

export type CheckpointKeyEvent = CheckpointKeyCreated | CheckpointKeyResealed;

const PREFIX = 'checkpoint-key-';
const INSERT = `
  INSERT INTO notary.keys (id, log, tenant_id, public_key, created_at, revision) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (id) DO NOTHING`;
const RESEALED = 'UPDATE notary.keys SET revision = greatest(revision, $2) WHERE id = $1';

/** The key of one log. Its stream is named after the log, so that a log has one key. */
export const CHECKPOINT_KEY: Aggregate<CheckpointKeyCreated['data'], CheckpointKeyEvent> = {
  name: 'checkpoint key',
  kind: 'checkpoint-keys',
  prefix: PREFIX,
  stream: (log) => `${PREFIX}${log}`,
  evolve: (before, event) => {
    if (event.type === 'CheckpointKeyCreated') return before ?? event.data;
    return { ...before!, sealed: event.data.sealed };
  },
  tenantOf: (key) => key.tenant_id ?? null,
  projection: projectKeys,
};

async function projectKeys(sql: Sql, events: RecordedEvent[]): Promise<void> {
  for (const { stream, type, data, revision, isForeign } of events) {
    if (isForeign) continue;
    if (type === 'CheckpointKeyResealed') {
      const { key_id } = data as CheckpointKeyResealed['data'];
      if ((await sql.query(RESEALED, [key_id, revision])).rowCount === 0) throw new ReadSideBehind(stream, NO_STREAM);
    }
    if (type !== 'CheckpointKeyCreated') continue;
    const { key_id, log, tenant_id, public_key, created_at } = data as CheckpointKeyCreated['data'];
    await sql.query(INSERT, [key_id, log, tenant_id, Buffer.from(public_key, 'base64'), created_at, revision]);
  }
}
