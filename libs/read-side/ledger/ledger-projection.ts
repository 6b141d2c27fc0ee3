import { accountFields } from '@probity/contracts/ledger/account';
import {
  type AccountActivityChanged,
  type AccountOpened,
  type LedgerCreated,
  LEDGER_STREAM_PREFIX,
  type LedgerEvent,
  ledgerStream,
} from '@probity/contracts/ledger/events';
import { EventDamaged } from '@probity/event-store/damaged';
import { NO_STREAM, ReadSideBehind, type RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { recordAudit } from '../audit/audit-entry';
import { accountAudit } from './account-audit';
import { transactionColumns } from './transaction-columns';

export type RecordedLedgerEvent = RecordedEvent & LedgerEvent;

/** `previous_hash` of a ledger's first transaction: 64 zeros. */
export const GENESIS_HASH = '0'.repeat(64);

const INSERT_LEDGER = `
  INSERT INTO ledger.ledgers (id, tenant_id, name, currency, description, metadata, signing_key_id, created_at,
    revision, head_position, head_hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0, decode($9, 'hex')) ON CONFLICT (id) DO NOTHING`;

/**
 * Moves the ledger's row from revision $2 to $3. Only if the row was at revision $2, inserts the transactions and
 * entries, and adds their amounts to the accounts. It is one statement, so that a batch costs one round trip. It returns
 * the ledger, and how many of the accounts are its own: the others must not change.
 */
const ADVANCE_LEDGER = `
  WITH advanced AS (
    UPDATE ledger.ledgers SET revision = $3, head_position = coalesce($4, head_position),
      head_hash = coalesce(decode($5, 'hex'), head_hash), last_posted_at = coalesce($6, last_posted_at),
      chained_revision = coalesce($27, chained_revision)
    WHERE id = $1 AND revision = $2 RETURNING id AS ledger_id, tenant_id
  ), inserted_transactions AS (
    INSERT INTO ledger.transactions (id, tenant_id, ledger_id, position, reference, amount_minor, idempotency_key,
      content_hash, previous_hash, transaction_hash, posted_at, revision)
    SELECT id, tenant_id, $1, position, reference, amount, key, decode(content, 'hex'), decode(previous, 'hex'),
      decode(hash, 'hex'), posted_at, revision
    FROM advanced, unnest($7::uuid[], $8::bigint[], $9::text[], $10::numeric[], $11::text[], $12::text[], $13::text[],
      $14::timestamptz[], $15::bigint[], $28::text[])
      AS t (id, position, reference, amount, key, previous, hash, posted_at, revision, content)
  ), inserted_entries AS (
    INSERT INTO ledger.entries (transaction_id, line, account_id, debit, credit)
    SELECT e.* FROM advanced, unnest($16::uuid[], $17::int[], $18::uuid[], $19::numeric[], $20::numeric[]) AS e
  ), updated_accounts AS (
    UPDATE ledger.accounts AS a SET debit_total = a.debit_total + d.debit, credit_total = a.credit_total + d.credit,
      entry_count = a.entry_count + d.entries, last_activity_at = d.at, revision = d.revision
    FROM advanced, unnest($21::uuid[], $22::numeric[], $23::numeric[], $24::bigint[], $25::timestamptz[], $26::bigint[])
      AS d (id, debit, credit, entries, at, revision)
    WHERE a.id = d.id RETURNING a.ledger_id
  )
  SELECT ledger_id, tenant_id, (SELECT count(*)::int FROM updated_accounts WHERE ledger_id = $1) AS accounts
  FROM advanced`;

const LOCK_LEDGER = 'SELECT revision FROM ledger.ledgers WHERE id = $1 FOR UPDATE';

/** The fields of an account. Each has a column of the same name in `ledger.accounts`. */
export const ACCOUNT_FIELDS = Object.keys(accountFields) as AccountField[];
export type AccountField = keyof typeof accountFields;

const INSERT_ACCOUNT = `
  INSERT INTO ledger.accounts (id, tenant_id, ledger_id, created_at, opened_revision, revision, is_active,
    debit_total, credit_total, entry_count, ${ACCOUNT_FIELDS.join(', ')})
  VALUES ($1, $2, $3, $4, $5, $5, true, 0, 0, 0, ${ACCOUNT_FIELDS.map((_field, index) => `$${index + 6}`).join(', ')})`;

/** The claim was made before the event; after the loss of Postgres, it is made again. */
const CLAIM_CODE = `
  INSERT INTO ledger.account_codes (tenant_id, code, ledger_id, account_id) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING`;
const SET_ACCOUNT_ACTIVE = `
  UPDATE ledger.accounts SET is_active = $2, revision = $3 WHERE id = $1 AND ledger_id = $4`;

const ofLedger = (name: string) => ({ table: `ledger.${name}`, key: 'ledger_id' });
export const LEDGER_TABLES: ProjectedTables = {
  replaced: [
    { table: 'ledger.ledgers' },
    ofLedger('accounts'),
    ofLedger('transactions'),
    { table: 'ledger.entries', through: { column: 'transaction_id', table: 'ledger.transactions' }, key: 'ledger_id' },
  ],
  completed: [ofLedger('account_codes')],
};

/**
 * Applies events of one ledger to the read side, in the order of the stream. The row of the ledger has the last
 * projected revision. Events up to this revision are skipped, so a replay changes nothing. An event that another
 * program wrote only moves the revision; the verification of the ledger reports it.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 * @throws EventDamaged when an event is of another tenant, or changes an account that is not of this ledger
 */
export async function projectLedgerEvents(sql: Sql, events: RecordedLedgerEvent[]): Promise<void> {
  for (const run of runsOfOneKind(events)) await projectRun(sql, run, notYetReflected);
}

/**
 * Like `projectLedgerEvents`, for events that were just appended. In the transaction of the append (`atomic`), no other
 * process can have projected them, so the row must be at the revision before them.
 *
 * @throws Error when, with `atomic`, the ledger's row is at another revision
 * @throws ReadSideBehind, EventDamaged
 */
export async function projectAppended(sql: Sql, events: RecordedLedgerEvent[], atomic: boolean): Promise<void> {
  for (const run of runsOfOneKind(events)) await projectRun(sql, run, atomic ? refuse : notYetReflected);
}

function refuse(_sql: Sql, ledgerId: string, events: RecordedLedgerEvent[]): never {
  throw new Error(`the read side of ledger ${ledgerId} is not at revision ${events[0]!.revision - 1}`);
}

/**
 * Groups consecutive events of the same kind. A group of transactions is one statement, and the accounts that were
 * opened before it must already exist.
 */
function runsOfOneKind(events: RecordedLedgerEvent[]): RecordedLedgerEvent[][] {
  const runs: RecordedLedgerEvent[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run && kind(run[0]!) === kind(event)) run.push(event);
    else runs.push([event]);
  }
  return runs;
}

function kind({ type, isForeign }: RecordedLedgerEvent): 'foreign' | 'ledger' | 'account' | 'transaction' {
  if (isForeign) return 'foreign';
  if (type === 'LedgerCreated') return 'ledger';
  // A commit is projected with the transactions before it: both advance the ledger, in one statement.
  return type === 'TransactionPosted' || type === 'CommitChained' ? 'transaction' : 'account';
}

type WhenElsewhere = (sql: Sql, ledgerId: string, events: RecordedLedgerEvent[]) => Promise<RecordedLedgerEvent[]>;

async function projectRun(sql: Sql, events: RecordedLedgerEvent[], whenElsewhere: WhenElsewhere): Promise<void> {
  const first = events[0];
  const last = events.at(-1);
  if (!first || !last) return;
  if (kind(first) === 'ledger') return insertLedger(sql, first.data as LedgerCreated);

  const ledgerId = first.stream.slice(LEDGER_STREAM_PREFIX.length);
  const range = [ledgerId, first.revision - 1, last.revision];
  const own = kind(first) === 'foreign' ? [] : events;
  const { columns, accounts } = transactionColumns(own);
  const { rows } = await sql.query<Advanced>(ADVANCE_LEDGER, [...range, ...columns]);
  const [advanced] = rows;
  if (!advanced) return projectRun(sql, await whenElsewhere(sql, ledgerId, events), whenElsewhere);
  if (advanced.accounts !== accounts) throw new EventDamaged(last, `${NO_ACCOUNT}, or an event shortly before it does`);
  const ofOther = events.find((event) => !isOf(advanced, event));
  if (ofOther) throw new EventDamaged(ofOther, 'names another ledger or tenant than its stream');
  await projectAccounts(sql, own);
}

const NO_ACCOUNT = 'changes an account that its ledger does not have';

interface Advanced {
  ledger_id: string;
  tenant_id: string;
  accounts: number;
}

/** A stream whose name has the id of a ledger in capitals is not the stream of this ledger. */
const isOf = ({ ledger_id, tenant_id }: Advanced, { stream, data, isForeign }: RecordedLedgerEvent): boolean =>
  stream === ledgerStream(ledger_id) && (isForeign || (data.ledger_id === ledger_id && data.tenant_id === tenant_id));

async function notYetReflected(
  sql: Sql,
  ledgerId: string,
  events: RecordedLedgerEvent[],
): Promise<RecordedLedgerEvent[]> {
  const { rows } = await sql.query<{ revision: string }>(LOCK_LEDGER, [ledgerId]);
  const reflected = rows[0] && Number(rows[0].revision);
  if (reflected === undefined || reflected < events[0]!.revision - 1) {
    throw new ReadSideBehind(ledgerStream(ledgerId), reflected ?? NO_STREAM);
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
    if (event.type !== 'AccountActivityChanged') continue;
    await setActive(sql, event);
    const entry = accountAudit(event);
    if (entry) await recordAudit(sql, 'ledger', entry);
  }
}

async function insertAccount(sql: Sql, account: AccountOpened, revision: number): Promise<void> {
  const { account_id, tenant_id, ledger_id, opened_at } = account;
  const fields = ACCOUNT_FIELDS.map((field) => accountColumn(account, field));
  await sql.query(INSERT_ACCOUNT, [account_id, tenant_id, ledger_id, opened_at, revision, ...fields]);
  await sql.query(CLAIM_CODE, [tenant_id, account.code, ledger_id, account_id]);
}

/** The value of an account's field in its column, as text. */
export function accountColumn(account: AccountOpened, field: AccountField): string | null {
  const value = account[field];
  return typeof value === 'object' ? JSON.stringify(value) : (value ?? null);
}

async function setActive(sql: Sql, event: RecordedEvent & { data: AccountActivityChanged }): Promise<void> {
  const { account_id, ledger_id, is_active } = event.data;
  const { rowCount } = await sql.query(SET_ACCOUNT_ACTIVE, [account_id, is_active, event.revision, ledger_id]);
  if (rowCount === 0) throw new EventDamaged(event, NO_ACCOUNT);
}
