import { pino } from 'pino';
import type { Sql } from '@probity/persistence/database';
import { Sealer } from '@probity/platform/sealing';
import { TimeSource } from '@probity/platform/time-source';
import { KeyedCommands } from '../idempotency/keyed-commands';
import { KeyedOperations } from '../idempotency/keyed-operations';
import { OperationRecords } from '../idempotency/operation-records';

/** Carries out commands with a key once, with its records in the table of the ledger service. */
export function testKeyedCommands(sql: Sql): KeyedCommands {
  const records = new OperationRecords(sql, 'ledger', new Sealer(Buffer.alloc(32, 1)), new TimeSource());
  return new KeyedCommands(new KeyedOperations(records, pino({ level: 'silent' })));
}
