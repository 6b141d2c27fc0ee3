import { Client } from 'pg';
import { type LedgerEvent, ledgerStream } from '@probity/contracts/ledger/events';
import type { LedgerRecord } from './ledger-record';
import type { TenantClient } from './tenant-client';
import { Totals } from './totals';

const CHUNK = 1_000;
const READ = `
  SELECT revision, id, type, data FROM event_store.events
  WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT ${CHUNK}`;

interface EventRow {
  revision: string;
  id: string;
  type: string;
  data: string;
}

export interface ReplayReport {
  /** events read */
  events: number;
  /** transactions among them */
  transactions: number;
  findings: string[];
}

/**
 * Reads a ledger's events directly from their table, replays them and compares the result with the recorded
 * responses and with the balances that the API returns.
 */
export async function replay(databaseUrl: string, client: TenantClient, record: LedgerRecord): Promise<ReplayReport> {
  const totals = new Totals();
  const idByKey = new Map<string, string>();
  const findings: string[] = [];
  let events = 0;
  let transactions = 0;
  let head = '0'.repeat(64);

  for await (const row of readEvents(databaseUrl, ledgerStream(record.ledger.id))) {
    if (Number(row.revision) !== events++) findings.push(`event ${events - 1} has revision ${row.revision}`);
    const event = { type: row.type, data: JSON.parse(row.data) } as LedgerEvent;
    if (event.type !== 'TransactionPosted') continue;
    const { data } = event;
    transactions++;
    if (data.hash_chain_position !== transactions || data.previous_hash !== head) {
      findings.push(`position ${data.hash_chain_position} is not linked to position ${transactions - 1}`);
    }
    head = data.transaction_hash;
    const key = String(data.payload.idempotency_key);
    if (idByKey.has(key)) findings.push(`${key} was posted twice`);
    idByKey.set(key, data.transaction_id);
    for (const { account_id, debit, credit } of data.payload.entries)
      totals.add(account_id, debit ?? '0', credit ?? '0');
  }

  for (const [key, { id }] of record.known) {
    if (idByKey.get(key) !== id)
      findings.push(`${key} is transaction ${id}, but ${idByKey.get(key) ?? 'no transaction'} in the events`);
  }
  if (idByKey.size !== record.known.size) findings.push(`${idByKey.size} events for ${record.known.size} postings`);
  findings.push(...totals.differencesFrom(await client.accounts(record.ledger.id), 'a replay of the events'));
  return { events, transactions, findings };
}

async function* readEvents(databaseUrl: string, stream: string): AsyncGenerator<EventRow> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    for (let from = 0; ; from += CHUNK) {
      const { rows } = await database.query<EventRow>(READ, [stream, from]);
      yield* rows;
      if (rows.length < CHUNK) return;
    }
  } finally {
    await database.end();
  }
}
