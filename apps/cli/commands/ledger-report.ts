import type { AccountBalanceView } from '@probity/contracts/ledger/account';
import type { RecordedVerification, StaffLedger, StaffPosting } from '@probity/contracts/ledger/staff-views';
import type { TransactionView, VerificationView } from '@probity/contracts/ledger/views';
import { report } from '../output/report';
import { type Column, facts, table } from '../output/table';

export const ACCOUNT_COLUMNS: Column<AccountBalanceView>[] = [
  { title: 'CODE', value: (row) => row.code },
  { title: 'NAME', value: (row) => row.name },
  { title: 'TYPE', value: (row) => row.account_type },
  { title: 'DEBITS', value: (row) => row.debit_total },
  { title: 'CREDITS', value: (row) => row.credit_total },
  { title: 'BALANCE', value: (row) => row.balance },
  { title: 'OPEN', value: (row) => (row.is_active ? 'yes' : 'no') },
  { title: 'ID', value: (row) => row.id },
];

export const TRANSACTION_COLUMNS: Column<TransactionView>[] = [
  { title: 'POSITION', value: (row) => row.hash_chain_position },
  { title: 'ID', value: (row) => row.id },
  { title: 'AMOUNT', value: (row) => row.amount_minor },
  { title: 'REFERENCE', value: (row) => row.reference },
  { title: 'POSTED', value: (row) => row.posted_at },
];

export const VERIFICATION_COLUMNS: Column<RecordedVerification>[] = [
  { title: 'VERIFIED', value: (row) => row.verified_at },
  { title: 'OUTCOME', value: outcomeOf },
  { title: 'TRANSACTIONS', value: (row) => row.checked },
  { title: 'HEAD HASH', value: (row) => row.head.hash },
  { title: 'BY', value: (row) => row.officer },
];

function outcomeOf({ verified, broken }: RecordedVerification): string {
  if (verified) return 'intact';
  return broken?.position ? `broken at ${broken.position}: ${broken.check}` : `broken: ${broken?.check ?? 'unknown'}`;
}

/** A ledger with its last verification. Amounts of its accounts are in minor units. */
export function ledgerReport(ledger: StaffLedger): string {
  const last = ledger.last_verification;
  return facts([
    ['id', ledger.id],
    ['name', ledger.name],
    ['currency', ledger.currency],
    ['decimals', ledger.minor_unit_decimals],
    ['transactions', ledger.transaction_count],
    ['last posting', ledger.last_posted_at],
    ['last verification', last ? `${last.verified_at}: ${outcomeOf(last)}, by ${last.officer}` : 'never'],
    ['signing key', ledger.signing_key_id && `${ledger.signing_key_id}, since ${ledger.signing_key_since}`],
    ['created', ledger.created_at],
  ]);
}

const ENTRY_COLUMNS: Column<StaffPosting['entries'][number]>[] = [
  { title: 'CODE', value: (row) => row.account_code },
  { title: 'NAME', value: (row) => row.account_name },
  { title: 'DEBIT', value: (row) => row.debit_minor },
  { title: 'CREDIT', value: (row) => row.credit_minor },
];

/** A posting with its entries, in minor units. */
export function postingReport({ transaction, entries }: StaffPosting): string {
  return report(
    facts([
      ['id', transaction.id],
      ['ledger', transaction.ledger_id],
      ['reference', transaction.reference],
      ['amount', `${transaction.amount_minor} minor units of ${transaction.currency}`],
      ['position', transaction.hash_chain_position],
      ['hash', transaction.transaction_hash],
      ['previous hash', transaction.previous_hash],
      ['posted', transaction.posted_at],
    ]),
    table(entries, ENTRY_COLUMNS, 'The posting has no entries.'),
  );
}

export function postingVerificationReport({ transaction_id, verified, checks, mismatches }: VerificationView): string {
  return report(
    `Posting ${transaction_id} is ${verified ? 'intact' : 'BROKEN'}.`,
    facts([
      ...Object.entries(checks).map(([check, ok]): [string, string] => [check, ok ? 'yes' : 'NO']),
      ['differs from its event', mismatches.join(', ') || null],
    ]),
  );
}
