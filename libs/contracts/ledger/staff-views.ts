import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { CASH_ID, DEPOSITS_ID, LEDGER_ID, MESSAGE_ID } from '../examples';
import { Id, nullable, Timestamp } from '../fields';
import { EntryView, LedgerView, TransactionView, verificationResult } from './views';

/** The forms in which staff read ledgers and postings. */

export const RecordedVerification = view(
  'RecordedVerification',
  Type.Object({
    id: Id,
    ledger_id: Id,
    ...verificationResult,
    officer: Type.String({ description: 'who had the ledger verified: the name of the account, or `Probity`' }),
    officer_id: nullable(Type.String(), {
      description:
        'the account; `operator` for the operator token; `system` for Probity itself; null: an earlier version recorded it',
    }),
    verified_at: Timestamp,
  }),
  {
    description: 'The outcome of a verification that staff or Probity itself started.',
    example: { id: MESSAGE_ID, ledger_id: LEDGER_ID, verified: true, broken: null },
  },
);

export const StaffLedger = view(
  'StaffLedger',
  Type.Object({
    ...LedgerView.properties,
    minor_unit_decimals: nullable(Type.Integer(), {
      description: 'of its currency; null if that was never configured',
    }),
    transaction_count: Type.Integer(),
    last_posted_at: nullable(Timestamp),
    signing_key_id: nullable(Id, { description: 'the newest key, which signs; null until its row is restored' }),
    signing_key_since: nullable(Timestamp, { description: 'when that key was created' }),
    last_verification: nullable(RecordedVerification, { description: 'null: the ledger was never verified' }),
  }),
  {
    description: 'A ledger, with its last verification.',
    example: { id: LEDGER_ID, minor_unit_decimals: 2, transaction_count: 1 },
  },
);

const StaffEntry = view(
  'StaffEntry',
  Type.Object({
    ...EntryView.properties,
    account_code: Type.String(),
    account_name: Type.String(),
  }),
  { example: { id: MESSAGE_ID, account_id: CASH_ID, account_code: '1000', account_name: 'Cash at bank' } },
);

export const StaffPosting = view(
  'StaffPosting',
  Type.Object({
    transaction: TransactionView,
    minor_unit_decimals: nullable(Type.Integer(), { description: 'of the currency' }),
    entries: Type.Array(StaffEntry),
  }),
  {
    description: 'A posting, with the accounts of its entries.',
    example: {
      minor_unit_decimals: 2,
      entries: [
        {
          id: MESSAGE_ID,
          account_id: CASH_ID,
          account_code: '1000',
          account_name: 'Cash at bank',
          debit_minor: '125000',
          credit_minor: '0',
        },
        {
          id: MESSAGE_ID,
          account_id: DEPOSITS_ID,
          account_code: '2000',
          account_name: 'Deposits of customers',
          debit_minor: '0',
          credit_minor: '125000',
        },
      ],
    },
  },
);

export type RecordedVerification = Static<typeof RecordedVerification>;
export type StaffLedger = Static<typeof StaffLedger>;
export type StaffPosting = Static<typeof StaffPosting>;
