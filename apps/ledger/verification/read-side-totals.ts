import type { BrokenLink } from '@probity/contracts/ledger/views';
import type { Sql } from '@probity/persistence/database';

/**
 * These two statements compare the totals on the read side with the sums of its rows. Each comparison is one
 * statement, so concurrent writes cannot cause a difference. `LedgerWalk` compares the rows with the events.
 */

const COUNTS = `
  SELECT l.head_position, encode(l.head_hash, 'hex') AS head_hash, l.last_posted_at,
    (SELECT count(*) FROM ledger.transactions t WHERE t.ledger_id = l.id) AS transactions,
    last.position AS last_position, encode(last.transaction_hash, 'hex') AS last_hash, last.posted_at
  FROM ledger.ledgers l LEFT JOIN LATERAL (
    SELECT position, transaction_hash, posted_at FROM ledger.transactions t
    WHERE t.ledger_id = l.id ORDER BY position DESC LIMIT 1) last ON true
  WHERE l.id = $1`;

const WRONG_ACCOUNT = `
  SELECT a.id, a.code FROM ledger.accounts a LEFT JOIN (
    SELECT e.account_id, sum(e.debit) AS debit, sum(e.credit) AS credit, count(*) AS entries, max(t.posted_at) AS at
    FROM ledger.entries e JOIN ledger.transactions t ON t.id = e.transaction_id
    WHERE t.ledger_id = $1 GROUP BY e.account_id) s ON s.account_id = a.id
  WHERE a.ledger_id = $1 AND (a.debit_total <> coalesce(s.debit, 0) OR a.credit_total <> coalesce(s.credit, 0)
    OR a.entry_count <> coalesce(s.entries, 0) OR a.last_activity_at IS DISTINCT FROM s.at)
  ORDER BY a.code LIMIT 1`;

interface CountsRow {
  head_position: string;
  head_hash: string;
  last_posted_at: Date | null;
  transactions: string;
  last_position: string | null;
  last_hash: string | null;
  posted_at: Date | null;
}

export async function findWrongTotals(sql: Sql, ledgerId: string): Promise<BrokenLink | undefined> {
  const counts = (await sql.query<CountsRow>(COUNTS, [ledgerId])).rows[0];
  if (!counts) return { position: null, check: 'read_side', detail: 'the ledger is missing from the read side' };
  if (counts.transactions !== counts.head_position || (counts.last_position ?? '0') !== counts.head_position) {
    return {
      position: null,
      check: 'read_side',
      detail: `the head is at position ${counts.head_position}, but ${counts.transactions} transactions are listed`,
    };
  }
  const headAgrees = counts.last_hash === null || counts.last_hash === counts.head_hash;
  if (!headAgrees || counts.last_posted_at?.getTime() !== counts.posted_at?.getTime()) {
    return {
      position: Number(counts.head_position),
      check: 'read_side',
      detail: "the ledger's head is not its last transaction",
    };
  }
  const wrong = (await sql.query<{ id: string; code: string }>(WRONG_ACCOUNT, [ledgerId])).rows[0];
  return (
    wrong && {
      position: null,
      check: 'balances',
      detail: `the totals of account ${wrong.code} (${wrong.id}) are not the sums of its entries`,
    }
  );
}
