import type { EntryView, LedgerView, PostingView, TransactionView } from '@probity/contracts/ledger/views';
import type { AccountBalanceView } from '@probity/contracts/ledger/account';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { leaveOutNull, listViews, readView, readViews } from '../views';
import { ACCOUNT_FIELDS } from './ledger-projection';
import { entryId } from './posting-view';

const LEDGERS = `
  SELECT id, name, currency, 'active' AS status, description, coalesce(metadata, '{}') AS metadata, created_at,
    json_build_object('position', head_position, 'hash', encode(head_hash, 'hex')) AS head
  FROM ledger.ledgers WHERE tenant_id = $1`;
const GET_LEDGER = `${LEDGERS} AND id = $2`;

const ACCOUNT_COLUMNS = ACCOUNT_FIELDS.map((field) =>
  field === 'metadata' ? `coalesce(a.metadata, '{}') AS metadata` : `a.${field}`,
);

/** The balance of assets and expenses is debits minus credits; that of other account types is credits minus debits. */
export const ACCOUNT = `
  SELECT a.id, a.ledger_id, ${ACCOUNT_COLUMNS.join(', ')}, l.currency, a.is_active,
    a.created_at, a.debit_total, a.credit_total,
    CASE WHEN a.account_type IN ('asset', 'expense') THEN a.debit_total - a.credit_total
      ELSE a.credit_total - a.debit_total END AS balance,
    a.entry_count::float8 AS entry_count, a.last_activity_at
  FROM ledger.accounts a JOIN ledger.ledgers l ON l.id = a.ledger_id`;
const ACCOUNTS_OF_LEDGER = `${ACCOUNT} WHERE a.tenant_id = $1 AND a.ledger_id = $2`;
const GET_ACCOUNT = `${ACCOUNT} WHERE a.tenant_id = $1 AND a.id = $2`;

export const TRANSACTION = `
  SELECT t.id, t.ledger_id, t.reference, l.currency, t.amount_minor, 'posted' AS status,
    t.position::float8 AS hash_chain_position, encode(t.transaction_hash, 'hex') AS transaction_hash,
    encode(t.previous_hash, 'hex') AS previous_hash, true AS is_immutable, t.posted_at
  FROM ledger.transactions t JOIN ledger.ledgers l ON l.id = t.ledger_id`;

/** Positions have no gaps, so the offset of a page is a position. The last page costs as much as the first one. */
const LIST_TRANSACTIONS = `${TRANSACTION}
  WHERE t.tenant_id = $1 AND t.ledger_id = $2 AND t.position > $4 ORDER BY t.position LIMIT $3`;
const GET_TRANSACTION = `${TRANSACTION} WHERE t.tenant_id = $1 AND t.id = $2`;
/** One statement, so that a batch of writes costs one round trip. */
const FIND_USES = `
  SELECT 'key' AS kind, idempotency_key AS used, id::text AS by FROM ledger.transactions
  WHERE ledger_id = $1 AND idempotency_key = ANY($2)
  UNION ALL
  SELECT 'id', id::text, ledger_id::text FROM ledger.transactions WHERE id = ANY($3)`;

const POSTED_AT = 'SELECT revision FROM ledger.transactions WHERE id = $1';
const OPENED_AT = 'SELECT opened_revision FROM ledger.accounts WHERE id = $1';

const LIST_ENTRIES = `
  SELECT line, account_id, debit AS debit_minor, credit AS credit_minor FROM ledger.entries
  WHERE transaction_id = $1 ORDER BY line`;

/** Reads ledgers, accounts and transactions. Every query for an institution is restricted to one tenant. */
export class LedgerQueries {
  constructor(private readonly sql: Sql) {}

  async ledgers(tenantId: string, page: Page): Promise<LedgerView[]> {
    const ledgers = await listViews<LedgerView>(this.sql, LEDGERS, [tenantId], { order: 'created_at, id', page });
    return ledgers.map((ledger) => leaveOutNull(ledger, 'description'));
  }

  async ledger(tenantId: string, ledgerId: string): Promise<LedgerView | undefined> {
    const ledger = await readView<LedgerView>(this.sql, GET_LEDGER, [tenantId, ledgerId]);
    return ledger && leaveOutNull(ledger, 'description');
  }

  accounts(tenantId: string, ledgerId: string, page: Page): Promise<AccountBalanceView[]> {
    return listViews(this.sql, ACCOUNTS_OF_LEDGER, [tenantId, ledgerId], { order: 'a.opened_revision', page });
  }

  transactions(tenantId: string, ledgerId: string, { limit, offset }: Page): Promise<TransactionView[]> {
    return readViews(this.sql, LIST_TRANSACTIONS, [tenantId, ledgerId, limit, offset]);
  }

  async posting(tenantId: string, transactionId: string): Promise<PostingView | undefined> {
    const transaction = await readView<TransactionView>(this.sql, GET_TRANSACTION, [tenantId, transactionId]);
    if (!transaction) return undefined;
    const { rows } = await this.sql.query<Omit<EntryView, 'id'> & { line: number }>(LIST_ENTRIES, [transactionId]);
    const entries = rows.map(({ line, ...entry }) => ({ id: entryId(transactionId, line), ...entry }));
    return { transaction, entries };
  }

  account(tenantId: string, accountId: string): Promise<AccountBalanceView | undefined> {
    return readView(this.sql, GET_ACCOUNT, [tenantId, accountId]);
  }

  /** The stream revision at which the account was opened. The account must exist. */
  async openedAt(accountId: string): Promise<number> {
    const { rows } = await this.sql.query<{ opened_revision: string }>(OPENED_AT, [accountId]);
    return Number(rows[0]!.opened_revision);
  }

  /** The stream revision at which the transaction was posted. The transaction must exist. */
  async postedAt(transactionId: string): Promise<number> {
    const { rows } = await this.sql.query<{ revision: string }>(POSTED_AT, [transactionId]);
    return Number(rows[0]!.revision);
  }

  /** For each idempotency key that the ledger has: its transaction. For each id that exists: its ledger. */
  async usesOf(
    ledgerId: string,
    keys: string[],
    transactionIds: string[],
  ): Promise<{ transactions: Map<string, string>; ledgers: Map<string, string> }> {
    const { rows } = await this.sql.query<{ kind: 'key' | 'id'; used: string; by: string }>(FIND_USES, [
      ledgerId,
      keys,
      transactionIds,
    ]);
    const found = (kind: 'key' | 'id') =>
      new Map(rows.filter((row) => row.kind === kind).map(({ used, by }) => [used, by]));
    return { transactions: found('key'), ledgers: found('id') };
  }
}
