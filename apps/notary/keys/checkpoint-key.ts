import type { Aggregate } from '@probity/event-store/aggregate';
import type { RecordedEvent } from '@probity/event-store/event-store';
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

const PREFIX = 'checkpoint-key-';
const INSERT = `
  INSERT INTO notary.keys (id, log, tenant_id, public_key, created_at, revision) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (id) DO NOTHING`;

/** The key of one log. Its stream is named after the log, so that a log has one key. */
export const CHECKPOINT_KEY: Aggregate<CheckpointKeyCreated['data'], CheckpointKeyCreated> = {
  name: 'checkpoint key',
  kind: 'checkpoint-keys',
  prefix: PREFIX,
  stream: (log) => `${PREFIX}${log}`,
  evolve: (before, event) => before ?? event.data,
  tenantOf: (key) => key.tenant_id ?? null,
  projection: projectKeys,
};

async function projectKeys(sql: Sql, events: RecordedEvent[]): Promise<void> {
  for (const { type, data, revision, isForeign } of events) {
    if (isForeign || type !== 'CheckpointKeyCreated') continue;
    const { key_id, log, tenant_id, public_key, created_at } = data as CheckpointKeyCreated['data'];
    await sql.query(INSERT, [key_id, log, tenant_id, Buffer.from(public_key, 'base64'), created_at, revision]);
  }
}
