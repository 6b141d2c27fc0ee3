import type { EntryView, LedgerView, PostingView, TransactionView } from '@probity/contracts/ledger/views';
import type { AccountBalanceView } from '@probity/contracts/ledger/account';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { ACCOUNT_FIELDS } from './ledger-projection';
import { entryId } from './posting-view';

const LEDGER = `SELECT id, name, currency, description, metadata, created_at FROM ledger.ledgers`;

const LIST_LEDGERS = `${LEDGER} WHERE tenant_id = $1 ORDER BY created_at, id LIMIT $2 OFFSET $3`;
const GET_LEDGER = `${LEDGER} WHERE tenant_id = $1 AND id = $2`;

/** Assets and expenses grow on the debit side, the other types on the credit side. */
const ACCOUNT = `
  SELECT a.id, a.ledger_id, ${ACCOUNT_FIELDS.map((field) => `a.${field}`).join(', ')}, l.currency, a.is_active,
    a.created_at, a.debit_total, a.credit_total,
    CASE WHEN a.account_type IN ('asset', 'expense') THEN a.debit_total - a.credit_total
      ELSE a.credit_total - a.debit_total END AS balance,
    a.entry_count, a.last_activity_at
  FROM ledger.accounts a JOIN ledger.ledgers l ON l.id = a.ledger_id`;

const LIST_ACCOUNTS = `${ACCOUNT}
  WHERE a.tenant_id = $1 AND a.ledger_id = $2 ORDER BY a.opened_revision LIMIT $3 OFFSET $4`;

const GET_ACCOUNT = `${ACCOUNT} WHERE a.tenant_id = $1 AND a.id = $2`;

const TRANSACTION = `
  SELECT t.id, t.ledger_id, t.reference, l.currency, t.amount_minor, t.position,
    encode(t.transaction_hash, 'hex') AS transaction_hash, encode(t.previous_hash, 'hex') AS previous_hash, t.posted_at
  FROM ledger.transactions t JOIN ledger.ledgers l ON l.id = t.ledger_id`;

/** Positions have no gaps, so an offset is a position and a late page costs what the first one does. */
const LIST_TRANSACTIONS = `${TRANSACTION}
  WHERE t.tenant_id = $1 AND t.ledger_id = $2 AND t.position > $4 ORDER BY t.position LIMIT $3`;
const GET_TRANSACTION = `${TRANSACTION} WHERE t.tenant_id = $1 AND t.id = $2`;
/** One statement, so that a batch of writes costs one round trip. */
const FIND_USES = `
  SELECT 'key' AS kind, idempotency_key AS used, id::text AS by FROM ledger.transactions
  WHERE ledger_id = $1 AND idempotency_key = ANY($2)
  UNION ALL
  SELECT 'id', id::text, ledger_id::text FROM ledger.transactions WHERE id = ANY($3)`;

const OPENED_AT = 'SELECT opened_revision FROM ledger.accounts WHERE id = $1';

const LIST_ENTRIES = `
  SELECT line, account_id, debit, credit FROM ledger.entries WHERE transaction_id = $1 ORDER BY line`;

interface LedgerRow {
  id: string;
  name: string;
  currency: string;
  description: string | null;
  metadata: Record<string, unknown> | null;
  created_at: Date;
}

interface AccountRow extends Omit<AccountBalanceView, 'metadata' | 'created_at' | 'entry_count' | 'last_activity_at'> {
  metadata: Record<string, unknown> | null;
  created_at: Date;
  entry_count: string;
  last_activity_at: Date | null;
}

interface TransactionRow {
  id: string;
  ledger_id: string;
  reference: string | null;
  currency: string;
  amount_minor: string;
  position: string;
  transaction_hash: string;
  previous_hash: string;
  posted_at: Date;
}

interface EntryRow {
  line: number;
  account_id: string;
  debit: string;
  credit: string;
}

/** Reads of the ledger's read side. Every one that an institution can reach asks for the tenant. */
export class LedgerQueries {
  constructor(private readonly sql: Sql) {}

  async ledgers(tenantId: string, { limit, offset }: Page): Promise<LedgerView[]> {
    const { rows } = await this.sql.query<LedgerRow>(LIST_LEDGERS, [tenantId, limit, offset]);
    return rows.map(toLedger);
  }

  async ledger(tenantId: string, ledgerId: string): Promise<LedgerView | undefined> {
    const { rows } = await this.sql.query<LedgerRow>(GET_LEDGER, [tenantId, ledgerId]);
    return rows[0] && toLedger(rows[0]);
  }

  async accounts(tenantId: string, ledgerId: string, { limit, offset }: Page): Promise<AccountBalanceView[]> {
    const { rows } = await this.sql.query<AccountRow>(LIST_ACCOUNTS, [tenantId, ledgerId, limit, offset]);
    return rows.map(toAccount);
  }

  async transactions(tenantId: string, ledgerId: string, { limit, offset }: Page): Promise<TransactionView[]> {
    const { rows } = await this.sql.query<TransactionRow>(LIST_TRANSACTIONS, [tenantId, ledgerId, limit, offset]);
    return rows.map(toTransaction);
  }

  async posting(tenantId: string, transactionId: string): Promise<PostingView | undefined> {
    const { rows } = await this.sql.query<TransactionRow>(GET_TRANSACTION, [tenantId, transactionId]);
    if (!rows[0]) return undefined;
    const entries = await this.sql.query<EntryRow>(LIST_ENTRIES, [transactionId]);
    return { transaction: toTransaction(rows[0]), entries: entries.rows.map((row) => toEntry(transactionId, row)) };
  }

  async account(tenantId: string, accountId: string): Promise<AccountBalanceView | undefined> {
    const { rows } = await this.sql.query<AccountRow>(GET_ACCOUNT, [tenantId, accountId]);
    return rows[0] && toAccount(rows[0]);
  }

  /** The stream revision at which an account that exists was opened. */
  async openedAt(accountId: string): Promise<number> {
    const { rows } = await this.sql.query<{ opened_revision: string }>(OPENED_AT, [accountId]);
    return Number(rows[0]!.opened_revision);
  }

  /** Which of the keys have been used in the ledger, by which transaction, and in which ledger each of the ids is. */
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

function toLedger(row: LedgerRow): LedgerView {
  return {
    id: row.id,
    name: row.name,
    currency: row.currency,
    status: 'active',
    ...(row.description === null ? {} : { description: row.description }),
    metadata: row.metadata ?? {},
    created_at: row.created_at.toISOString(),
  };
}

function toAccount(row: AccountRow): AccountBalanceView {
  return {
    ...row,
    metadata: row.metadata ?? {},
    created_at: row.created_at.toISOString(),
    entry_count: Number(row.entry_count),
    last_activity_at: row.last_activity_at?.toISOString() ?? null,
  };
}

function toTransaction(row: TransactionRow): TransactionView {
  return {
    id: row.id,
    ledger_id: row.ledger_id,
    reference: row.reference,
    currency: row.currency,
    amount_minor: row.amount_minor,
    status: 'posted',
    hash_chain_position: Number(row.position),
    transaction_hash: row.transaction_hash,
    previous_hash: row.previous_hash,
    is_immutable: true,
    posted_at: row.posted_at.toISOString(),
  };
}

function toEntry(transactionId: string, row: EntryRow): EntryView {
  return {
    id: entryId(transactionId, row.line),
    account_id: row.account_id,
    debit_minor: row.debit,
    credit_minor: row.credit,
  };
}
