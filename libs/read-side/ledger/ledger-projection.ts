import type {
  AccountActivityChanged,
  AccountOpened,
  LedgerCreated,
  LedgerEvent,
  TransactionPosted,
} from '@probity/contracts/ledger/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { amountMinor } from './posting-view';

export type RecordedLedgerEvent = RecordedEvent & LedgerEvent;

/** `previous_hash` of a ledger's first transaction: 64 zeros. */
export const GENESIS_HASH = '0'.repeat(64);

const INSERT_LEDGER = `
  INSERT INTO ledger.ledgers (id, tenant_id, name, currency, description, metadata, signing_key_id, created_at,
    revision, head_position, head_hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0, decode($9, 'hex')) ON CONFLICT (id) DO NOTHING`;

const ADVANCE_LEDGER = `
  UPDATE ledger.ledgers SET revision = $3, head_position = coalesce($4, head_position),
    head_hash = coalesce(decode($5, 'hex'), head_hash), last_posted_at = coalesce($6, last_posted_at)
  WHERE id = $1 AND revision = $2`;

const LOCK_LEDGER = 'SELECT revision FROM ledger.ledgers WHERE id = $1 FOR UPDATE';

const INSERT_ACCOUNT = `
  INSERT INTO ledger.accounts (id, tenant_id, ledger_id, code, name, account_type, external_ref, metadata,
    is_active, created_at, opened_revision, revision, debit_total, credit_total, entry_count)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, true, $9, $10, $10, 0, 0, 0)`;

const SET_ACCOUNT_ACTIVE = 'UPDATE ledger.accounts SET is_active = $2, revision = $3 WHERE id = $1';

const INSERT_TRANSACTIONS = `
  INSERT INTO ledger.transactions (id, tenant_id, ledger_id, position, reference, amount_minor, idempotency_key,
    previous_hash, transaction_hash, posted_at, revision)
  SELECT id, $1, $2, position, reference, amount, key, decode(previous, 'hex'), decode(hash, 'hex'), posted_at, revision
  FROM unnest($3::uuid[], $4::bigint[], $5::text[], $6::numeric[], $7::text[], $8::text[], $9::text[],
    $10::timestamptz[], $11::bigint[])
    AS t (id, position, reference, amount, key, previous, hash, posted_at, revision)`;

const INSERT_ENTRIES = `
  INSERT INTO ledger.entries (transaction_id, line, account_id, debit, credit)
  SELECT * FROM unnest($1::uuid[], $2::int[], $3::uuid[], $4::numeric[], $5::numeric[])`;

const ADD_TO_ACCOUNTS = `
  UPDATE ledger.accounts AS a SET debit_total = a.debit_total + d.debit, credit_total = a.credit_total + d.credit,
    entry_count = a.entry_count + d.entries, last_activity_at = d.at, revision = d.revision
  FROM unnest($1::uuid[], $2::numeric[], $3::numeric[], $4::bigint[], $5::timestamptz[], $6::bigint[])
    AS d (id, debit, credit, entries, at, revision)
  WHERE a.id = d.id`;

/**
 * Brings the read side of one ledger forward by events of its stream, in order. The ledger's row
 * says which revision is reflected; events up to it are skipped, so a replay changes nothing.
 *
 * @throws Error when events are missing between the row and the first event
 */
export async function projectLedgerEvents(sql: Sql, events: RecordedLedgerEvent[]): Promise<void> {
  const first = events[0];
  const last = events[events.length - 1];
  if (!first || !last) return;

  if (first.type === 'LedgerCreated') {
    await insertLedger(sql, first.data);
    return projectLedgerEvents(sql, events.slice(1));
  }

  const ledgerId = first.data.ledger_id;
  const lastPosted = events.findLast((event) => event.type === 'TransactionPosted')?.data;
  const advanced = await sql.query(ADVANCE_LEDGER, [
    ledgerId,
    first.revision - 1,
    last.revision,
    lastPosted?.hash_chain_position,
    lastPosted?.transaction_hash,
    lastPosted?.posted_at,
  ]);
  if (advanced.rowCount === 0) {
    return projectLedgerEvents(sql, await notYetReflected(sql, ledgerId, events));
  }

  await projectAccounts(sql, events);
  await projectTransactions(sql, events);
}

async function notYetReflected(
  sql: Sql,
  ledgerId: string,
  events: RecordedLedgerEvent[],
): Promise<RecordedLedgerEvent[]> {
  const { rows } = await sql.query<{ revision: string }>(LOCK_LEDGER, [ledgerId]);
  const reflected = rows[0] && Number(rows[0].revision);
  if (reflected === undefined || reflected < events[0]!.revision - 1) {
    throw new Error(
      `the read side of ledger ${ledgerId} is at revision ${reflected ?? 'none'} and cannot take ` +
        `revision ${events[0]!.revision}; run "probity projections rebuild"`,
    );
  }
  return events.filter((event) => event.revision > reflected);
}

async function insertLedger(sql: Sql, ledger: LedgerCreated): Promise<void> {
  await sql.query(INSERT_LEDGER, [
    ledger.ledger_id,
    ledger.tenant_id,
    ledger.name,
    ledger.currency,
    ledger.description,
    ledger.metadata && JSON.stringify(ledger.metadata),
    ledger.signing_key_id,
    ledger.created_at,
    GENESIS_HASH,
  ]);
}

async function projectAccounts(sql: Sql, events: RecordedLedgerEvent[]): Promise<void> {
  for (const event of events) {
    if (event.type === 'AccountOpened') await insertAccount(sql, event.data, event.revision);
    if (event.type === 'AccountActivityChanged') await setActive(sql, event.data, event.revision);
  }
}

async function insertAccount(sql: Sql, account: AccountOpened, revision: number): Promise<void> {
  await sql.query(INSERT_ACCOUNT, [
    account.account_id,
    account.tenant_id,
    account.ledger_id,
    account.code,
    account.name,
    account.account_type,
    account.external_ref,
    account.metadata && JSON.stringify(account.metadata),
    account.opened_at,
    revision,
  ]);
}

async function setActive(sql: Sql, change: AccountActivityChanged, revision: number): Promise<void> {
  await sql.query(SET_ACCOUNT_ACTIVE, [change.account_id, change.is_active, revision]);
}

/** What a run of transactions adds to one account. */
interface AccountDelta {
  debit: bigint;
  credit: bigint;
  entries: number;
  at: string;
  revision: number;
}

async function projectTransactions(sql: Sql, events: RecordedLedgerEvent[]): Promise<void> {
  const transactions = {
    id: [],
    position: [],
    reference: [],
    amount: [],
    key: [],
    previous: [],
    hash: [],
    at: [],
    revision: [],
  } as Record<string, unknown[]>;
  const entries = { transaction: [], line: [], account: [], debit: [], credit: [] } as Record<string, unknown[]>;
  const deltas = new Map<string, AccountDelta>();
  let posted: TransactionPosted | undefined;

  for (const event of events) {
    if (event.type !== 'TransactionPosted') continue;
    posted = event.data;
    const { payload } = posted;
    transactions.id!.push(posted.transaction_id);
    transactions.position!.push(posted.hash_chain_position);
    transactions.reference!.push(payload.reference ?? null);
    transactions.amount!.push(amountMinor(payload));
    transactions.key!.push(payload.idempotency_key ?? null);
    transactions.previous!.push(posted.previous_hash);
    transactions.hash!.push(posted.transaction_hash);
    transactions.at!.push(posted.posted_at);
    transactions.revision!.push(event.revision);

    for (const [line, entry] of payload.entries.entries()) {
      const debit = entry.debit ?? '0';
      const credit = entry.credit ?? '0';
      entries.transaction!.push(posted.transaction_id);
      entries.line!.push(line);
      entries.account!.push(entry.account_id);
      entries.debit!.push(debit);
      entries.credit!.push(credit);

      const delta = deltas.get(entry.account_id);
      deltas.set(entry.account_id, {
        debit: (delta?.debit ?? 0n) + BigInt(debit),
        credit: (delta?.credit ?? 0n) + BigInt(credit),
        entries: (delta?.entries ?? 0) + 1,
        at: posted.posted_at,
        revision: event.revision,
      });
    }
  }
  if (!posted) return;

  const t = transactions;
  await sql.query(INSERT_TRANSACTIONS, [
    posted.tenant_id,
    posted.ledger_id,
    t.id,
    t.position,
    t.reference,
    t.amount,
    t.key,
    t.previous,
    t.hash,
    t.at,
    t.revision,
  ]);
  const e = entries;
  await sql.query(INSERT_ENTRIES, [e.transaction, e.line, e.account, e.debit, e.credit]);
  const d = [...deltas.values()];
  await sql.query(ADD_TO_ACCOUNTS, [
    [...deltas.keys()],
    d.map((delta) => String(delta.debit)),
    d.map((delta) => String(delta.credit)),
    d.map((delta) => delta.entries),
    d.map((delta) => delta.at),
    d.map((delta) => delta.revision),
  ]);
}
