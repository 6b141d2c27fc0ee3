import type { AccountActivityChanged, AccountOpened, LedgerCreated, TransactionPosted } from '../../ledger/events';
import {
  CASH_ID,
  CREATED_AT,
  DEPOSITS_ID,
  LEDGER_ID,
  POSTED_AT,
  SIGNING_KEY_ID,
  TENANT_ID,
  TRANSACTION_ID,
} from '../example-ids';
import { note } from './fact-note';

export const LEDGER_FACT_NOTES = {
  'ledger.LedgerCreated': note<LedgerCreated>('A ledger was created. It is the first event of its stream.', LEDGER_ID, {
    ledger_id: LEDGER_ID,
    tenant_id: TENANT_ID,
    name: 'Customer funds',
    currency: 'USD',
    description: 'What we hold for customers',
    metadata: { region: 'eu' },
    signing_key_id: SIGNING_KEY_ID,
    created_at: CREATED_AT,
  }),
  'ledger.AccountOpened': note<AccountOpened>('An account was opened in a ledger.', LEDGER_ID, {
    ledger_id: LEDGER_ID,
    tenant_id: TENANT_ID,
    account_id: CASH_ID,
    code: '1000',
    name: 'Cash at bank',
    account_type: 'asset',
    external_ref: 'bank-01',
    metadata: {},
    opened_at: CREATED_AT,
  }),
  'ledger.AccountActivityChanged': note<AccountActivityChanged>(
    'An account was closed to further postings, or opened to them again.',
    LEDGER_ID,
    { ledger_id: LEDGER_ID, tenant_id: TENANT_ID, account_id: CASH_ID, is_active: false, changed_at: POSTED_AT },
  ),
  'ledger.TransactionPosted': note<TransactionPosted>(
    'A balanced transaction was posted. Its hashes chain it to the one before; the README says how to recompute them.',
    LEDGER_ID,
    {
      version: 1,
      tenant_id: TENANT_ID,
      ledger_id: LEDGER_ID,
      transaction_id: TRANSACTION_ID,
      hash_chain_position: 1,
      posted_at: POSTED_AT,
      payload: {
        ledger_id: LEDGER_ID,
        currency: 'USD',
        entries: [
          { account_id: CASH_ID, debit: '125000' },
          { account_id: DEPOSITS_ID, credit: '125000' },
        ],
        description: 'Deposit',
        reference: 'dep-2026-0001',
        idempotency_key: 'dep-2026-0001',
      },
      content_hash: 'a2c906fa0aa19106656ba23fbf0f2b8207e42345b07e79b29ea600b8563e99a7',
      previous_hash: '0'.repeat(64),
      transaction_hash: '1be1a34b0d266488b9216dc8b45c89caadefcc213df0c5780f738753859cd03d',
      signing_key_id: SIGNING_KEY_ID,
      signature: '253f4d5a1be587ae7d4268361e82ba17d6eef77e3edf9134937799a81f556f74',
    },
  ),
};
