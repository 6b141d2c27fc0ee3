import type { LedgerCreated } from '@probity/contracts/ledger/events';
import type { Sql } from '@probity/persistence/database';
import { readView } from '@probity/read-side/views';

const HEAD = `
  SELECT tenant_id, name, currency, description, metadata::text AS metadata, signing_key_id, created_at,
    revision::float8 AS revision, chained_revision::float8 AS chained_revision,
    head_position::float8 AS head_position, encode(head_hash, 'hex') AS head_hash
  FROM ledger.ledgers WHERE id = $1`;

/** A ledger in the read side, with its head. */
export interface StoredLedger extends ReturnType<typeof ledgerRow> {
  revision: number;
  /** null until the events of an older version are taken over */
  chained_revision: number | null;
  head_position: number;
  head_hash: string;
}

export const storedLedger = (sql: Sql, ledgerId: string): Promise<StoredLedger | undefined> =>
  readView<StoredLedger>(sql, HEAD, [ledgerId]);

/** The row of a ledger as the event that created it has it. */
export function ledgerRow({ tenant_id, name, currency, signing_key_id, created_at, ...optional }: LedgerCreated) {
  const { description = null } = optional;
  const metadata = optional.metadata ? JSON.stringify(optional.metadata) : null;
  return { tenant_id, name, currency, description, metadata, signing_key_id, created_at };
}
