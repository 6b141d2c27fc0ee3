import type { AccountBalanceView, AccountType } from '@probity/contracts/ledger/account';
import type { RecordedVerification, StaffLedger, StaffPosting } from '@probity/contracts/ledger/staff-views';
import type { TransactionView } from '@probity/contracts/ledger/views';
import type { Sql } from '@probity/persistence/database';
import { listConditions } from '../list-conditions';
import type { Page } from '../page';
import { leaveOutNull, listViews, readView, readViews } from '../views';
import { ACCOUNT, TRANSACTION } from './ledger-queries';
import { entryId } from './posting-view';

const VERIFICATION_FIELDS = [
  'id',
  'ledger_id',
  'checked::float8 AS checked',
  'total::float8 AS total',
  'verified',
  'head',
  'broken',
  'officer',
  'officer_id',
  'verified_at',
];
const VERIFICATIONS = `
  SELECT ${VERIFICATION_FIELDS.join(', ')} FROM back_office.ledger_verifications
  WHERE tenant_id = $1 AND ledger_id = $2`;
const NEWEST_FIRST = 'verified_at DESC, id DESC';

const LEDGERS = `
  SELECT l.id, l.name, l.currency, 'active' AS status, l.description, coalesce(l.metadata, '{}') AS metadata,
    l.created_at,
    json_build_object('position', l.head_position, 'hash', encode(l.head_hash, 'hex')) AS head,
    c.minor_unit_decimals, l.head_position::float8 AS transaction_count, l.last_posted_at,
    k.id AS signing_key_id, k.created_at AS signing_key_since, v.id AS verification
  FROM ledger.ledgers l
  LEFT JOIN back_office.currencies c ON c.tenant_id = l.tenant_id AND c.code = l.currency
  LEFT JOIN LATERAL (
    SELECT id FROM back_office.ledger_verifications
    WHERE tenant_id = l.tenant_id AND ledger_id = l.id ORDER BY ${NEWEST_FIRST} LIMIT 1
  ) v ON true
  LEFT JOIN LATERAL (
    SELECT id, created_at FROM ledger.signing_keys WHERE ledger_id = l.id ORDER BY position DESC LIMIT 1
  ) k ON true
  WHERE l.tenant_id = $1`;
const VERIFICATIONS_BY_ID = `
  SELECT ${VERIFICATION_FIELDS.join(', ')} FROM back_office.ledger_verifications WHERE tenant_id = $1 AND id = ANY($2)`;

/** Positions have no gaps, so a page is found by its first position. The last page costs as much as the first one. */
const NEWEST_TRANSACTIONS = `${TRANSACTION}
  WHERE t.tenant_id = $1 AND t.ledger_id = $2 AND t.position <= l.head_position - $4
  ORDER BY t.position DESC LIMIT $3`;
const GET_TRANSACTION = `${TRANSACTION} WHERE t.tenant_id = $1 AND t.id = $2`;
const ENTRIES = `
  SELECT e.line, e.account_id, a.code AS account_code, a.name AS account_name, e.debit AS debit_minor,
    e.credit AS credit_minor
  FROM ledger.entries e JOIN ledger.accounts a ON a.id = e.account_id
  WHERE e.transaction_id = $1 ORDER BY e.line`;
const DECIMALS = 'SELECT minor_unit_decimals FROM back_office.currencies WHERE tenant_id = $1 AND code = $2';

export interface AccountsFilter {
  /** accounts whose codes begin with it */
  code?: string;
  account_type?: AccountType;
}

/** Reads the ledgers of a tenant as staff see them. */
export class BookQueries {
  constructor(private readonly sql: Sql) {}

  /** The ledgers, oldest first. */
  async ledgers(tenantId: string, page: Page): Promise<StaffLedger[]> {
    const order = 'l.created_at, l.id';
    return this.verified(tenantId, await listViews<LedgerRow>(this.sql, LEDGERS, [tenantId], { order, page }));
  }

  async ledger(tenantId: string, ledgerId: string): Promise<StaffLedger | undefined> {
    const rows = await readViews<LedgerRow>(this.sql, `${LEDGERS} AND l.id = $2`, [tenantId, ledgerId]);
    return (await this.verified(tenantId, rows))[0];
  }

  /** Accounts in the order of their codes, so that an account comes before those whose codes continue its own. */
  accounts(
    tenantId: string,
    ledgerId: string,
    { limit, offset }: Page,
    { code, account_type }: AccountsFilter = {},
  ): Promise<AccountBalanceView[]> {
    const { where, values } = listConditions(
      [tenantId, ledgerId, limit, offset],
      [
        ['starts_with(a.code, ?)', code],
        ['a.account_type = ?', account_type],
      ],
    );
    const accounts = `${ACCOUNT} WHERE a.tenant_id = $1 AND a.ledger_id = $2${where}`;
    return readViews(this.sql, `${accounts} ORDER BY a.code LIMIT $3 OFFSET $4`, values);
  }

  /** Transactions, newest first. */
  transactions(tenantId: string, ledgerId: string, { limit, offset }: Page): Promise<TransactionView[]> {
    return readViews(this.sql, NEWEST_TRANSACTIONS, [tenantId, ledgerId, limit, offset]);
  }

  async posting(tenantId: string, transactionId: string): Promise<StaffPosting | undefined> {
    const transaction = await readView<TransactionView>(this.sql, GET_TRANSACTION, [tenantId, transactionId]);
    if (!transaction) return undefined;
    const [entries, decimals] = await Promise.all([
      this.sql.query<Omit<StaffPosting['entries'][number], 'id'> & { line: number }>(ENTRIES, [transactionId]),
      this.sql.query<{ minor_unit_decimals: number }>(DECIMALS, [tenantId, transaction.currency]),
    ]);
    return {
      transaction,
      minor_unit_decimals: decimals.rows[0]?.minor_unit_decimals ?? null,
      entries: entries.rows.map(({ line, ...entry }) => ({ id: entryId(transactionId, line), ...entry })),
    };
  }

  /** The verifications of a ledger that have ended, newest first. */
  verifications(tenantId: string, ledgerId: string, page: Page): Promise<RecordedVerification[]> {
    return listViews(this.sql, VERIFICATIONS, [tenantId, ledgerId], { order: NEWEST_FIRST, page });
  }

  private async verified(tenantId: string, rows: LedgerRow[]): Promise<StaffLedger[]> {
    const ids = rows.flatMap(({ verification }) => verification ?? []);
    const found =
      ids.length === 0 ? [] : await readViews<RecordedVerification>(this.sql, VERIFICATIONS_BY_ID, [tenantId, ids]);
    return rows.map(({ verification, ...ledger }) => {
      const last_verification = found.find(({ id }) => id === verification) ?? null;
      return leaveOutNull({ ...ledger, last_verification }, 'description');
    });
  }
}

type LedgerRow = Omit<StaffLedger, 'last_verification'> & { verification: string | null };
