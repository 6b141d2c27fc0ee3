import type { Aggregate } from '@probity/event-store/aggregate';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';

/** The first event of a key's stream. It stays in Probity: no topic has it. */
export interface SigningKeyCreated {
  type: 'SigningKeyCreated';
  data: {
    ledger_id: string;
    signing_key_id: string;
    algorithm: 'HMAC-SHA-256';
    /** sealed under the master key; base64 */
    sealed: string;
    created_at: string;
  };
}

const PREFIX = 'signing-key-';

/** It names no column, because processes that insert the same row at the same time conflict in any of its indices. */
const INSERT = `
  INSERT INTO ledger.signing_keys (id, ledger_id, sealed, created_at, revision) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING`;
/** A row of an older version has no revision until an event has its key. */
const CONFIRM = 'UPDATE ledger.signing_keys SET revision = $4 WHERE id = $1 AND ledger_id = $2 AND sealed = $3';

/** The key of one ledger. Its stream is named after the ledger, so that a ledger has one key. */
export const SIGNING_KEY: Aggregate<SigningKeyCreated['data'], SigningKeyCreated> = {
  name: 'signing key',
  kind: 'signing-keys',
  prefix: PREFIX,
  stream: (ledgerId) => `${PREFIX}${ledgerId}`,
  evolve: (_before, event) => event.data,
  tenantOf: () => null,
  projection: projectSigningKeys,
};

/** @throws SigningKeyUnreadable when the event is damaged, or the row differs from it */
async function projectSigningKeys(sql: Sql, events: RecordedEvent[]): Promise<void> {
  for (const { id, stream, type, revision, data, isForeign } of events) {
    if (isForeign || type !== 'SigningKeyCreated') continue;
    if (data === undefined)
      throw new SigningKeyUnreadable(id, 'its event was changed; restore the event store from a backup');
    const { signing_key_id, sealed, created_at } = data as SigningKeyCreated['data'];
    const key = [signing_key_id, stream.slice(PREFIX.length), Buffer.from(sealed, 'base64')];
    if ((await sql.query(INSERT, [...key, created_at, revision])).rowCount === 1) continue;
    if ((await sql.query(CONFIRM, [...key, revision])).rowCount === 1) continue;
    throw new SigningKeyUnreadable(
      signing_key_id,
      'its row in ledger.signing_keys was changed; delete the row, and rebuild',
    );
  }
}

export class SigningKeyUnreadable extends Error {
  constructor(keyId: string, why: string, options?: ErrorOptions) {
    super(`cannot use signing key ${keyId}: ${why}`, options);
    this.name = 'SigningKeyUnreadable';
  }
}
