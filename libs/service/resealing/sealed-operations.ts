import { type RecordSchema, recordContext } from '@probity/messaging/idempotency/operation-records';
import type { Database } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';
import { SealedRows } from './sealed-rows';
import type { SealedSecrets } from './sealed-secrets';

/** The sealed content of the records of operations with an Idempotency-Key. */
export const sealedOperations = (database: Database, sealer: Sealer, schema: RecordSchema): SealedSecrets[] =>
  ['given', 'result'].map(
    (column) =>
      new SealedRows(database, sealer, {
        name: `repeatable operations: ${column}`,
        table: `${schema}.idempotency_records`,
        column,
        id: { key_hash: 'bytea' },
        contextOf: ([hash]) => recordContext(schema, hexOf(hash!), column),
      }),
  );

/** Postgres writes bytes as a text that begins with `\\x`. */
export const hexOf = (bytes: string): string => bytes.slice(2);
