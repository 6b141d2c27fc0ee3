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

/** The master key changed; the key is the same, sealed again. */
export interface SigningKeyResealed {
  type: 'SigningKeyResealed';
  data: {
    ledger_id: string;
    signing_key_id: string;
    /** sealed under the new master key; base64 */
    sealed: string;
    /** the name of the new master key */
    sealing_key: string;
    resealed_at: string;
  };
}

export type SigningKeyEvent = SigningKeyCreated | SigningKeyResealed;

const PREFIX = 'signing-key-';

/** It names no column, because processes that insert the same row at the same time conflict in any of its indices. */
const INSERT = `
  INSERT INTO ledger.signing_keys (id, ledger_id, sealed, created_at, revision) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING`;
/** A row of an older version has no revision until an event has its key. */
const CONFIRM = `
  UPDATE ledger.signing_keys SET revision = $4
  WHERE id = $1 AND ledger_id = $2 AND sealed = $3 AND (revision IS NULL OR revision = $4)`;

const RESEAL = 'SELECT WHERE ledger.reseal_signing_key($1, $2, $3, $4)';
/** Whether the row is as the event made it, or a later event made it so. */
const REFLECTS = `
  SELECT FROM ledger.signing_keys
  WHERE id = $1 AND ledger_id = $2 AND (revision > $4 OR revision = $4 AND sealed = $3)`;

/** The key of one ledger. Its stream is named after the ledger, so that a ledger has one key. */
export const SIGNING_KEY: Aggregate<SigningKeyCreated['data'], SigningKeyEvent> = {
  name: 'signing key',
  kind: 'signing-keys',
  prefix: PREFIX,
  stream: (ledgerId) => `${PREFIX}${ledgerId}`,
  evolve: (before, event) =>
    event.type === 'SigningKeyCreated' ? event.data : { ...before!, sealed: event.data.sealed },
  tenantOf: () => null,
  projection: projectSigningKeys,
};

/** @throws SigningKeyUnreadable when the event is damaged, or the row differs from it */
async function projectSigningKeys(sql: Sql, events: RecordedEvent[]): Promise<void> {
  for (const { id, stream, type, revision, data, isForeign } of events) {
    if (isForeign) continue;
    if (data === undefined)
      throw new SigningKeyUnreadable(id, 'its event was changed; restore the event store from a backup');
    const { signing_key_id, sealed } = data as SigningKeyEvent['data'];
    const key = [signing_key_id, stream.slice(PREFIX.length), Buffer.from(sealed, 'base64')];
    if (type === 'SigningKeyCreated') {
      const { created_at } = data as SigningKeyCreated['data'];
      if ((await sql.query(INSERT, [...key, created_at, revision])).rowCount === 1) continue;
      if ((await sql.query(CONFIRM, [...key, revision])).rowCount === 1) continue;
    } else if ((await sql.query(RESEAL, [...key, revision])).rowCount === 1) continue;
    if ((await sql.query(REFLECTS, [...key, revision])).rowCount === 1) continue;
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
