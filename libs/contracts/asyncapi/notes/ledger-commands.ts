import {
  createLedger,
  openAccount,
  postTransaction,
  rebuildLedgerProjections,
  setAccountActive,
  verifyLedger,
  verifyTransaction,
} from '../../ledger/commands';
import { CASH_ID, CREATED_AT, DEPOSITS_ID, LEDGER_ID, POSTED_AT, TENANT_ID, TRANSACTION_ID } from '../example-ids';
import { about } from './command-note';

const inLedger = { tenant_id: TENANT_ID, ledger_id: LEDGER_ID };
const HASH = '1be1a34b0d266488b9216dc8b45c89caadefcc213df0c5780f738753859cd03d';
const NO_HASH = '0'.repeat(64);

export const LEDGER_COMMAND_NOTES = [
  about(
    createLedger,
    'Create a ledger.',
    { ...inLedger, name: 'Customer funds', currency: 'USD', metadata: { region: 'eu' } },
    {
      id: LEDGER_ID,
      name: 'Customer funds',
      currency: 'USD',
      status: 'active',
      metadata: { region: 'eu' },
      created_at: CREATED_AT,
    },
  ),

  about(
    openAccount,
    'Open an account in a ledger.',
    { ...inLedger, account_id: CASH_ID, code: '1000', name: 'Cash at bank', account_type: 'asset' },
    {
      id: CASH_ID,
      ledger_id: LEDGER_ID,
      code: '1000',
      name: 'Cash at bank',
      account_type: 'asset',
      currency: 'USD',
      external_ref: null,
      metadata: {},
      is_active: true,
      created_at: CREATED_AT,
    },
  ),

  about(
    setAccountActive,
    'Close an account to further postings, or open it to them again.',
    { ...inLedger, account_id: CASH_ID, is_active: false },
    { account_id: CASH_ID, is_active: false },
  ),

  about(
    postTransaction,
    'Post a balanced transaction.',
    {
      tenant_id: TENANT_ID,
      transaction_id: TRANSACTION_ID,
      posting: {
        ledger_id: LEDGER_ID,
        currency: 'USD',
        description: 'Deposit',
        reference: 'dep-2026-0001',
        idempotency_key: 'dep-2026-0001',
        entries: [
          { account_id: CASH_ID, debit: '125000' },
          { account_id: DEPOSITS_ID, credit: '125000' },
        ],
      },
    },
    {
      posting: {
        transaction: {
          id: TRANSACTION_ID,
          ledger_id: LEDGER_ID,
          reference: 'dep-2026-0001',
          currency: 'USD',
          amount_minor: '125000',
          status: 'posted',
          hash_chain_position: 1,
          transaction_hash: HASH,
          previous_hash: NO_HASH,
          is_immutable: true,
          posted_at: POSTED_AT,
        },
        entries: [
          {
            id: '0199d5a4-5f40-5071-8283-000000000001',
            account_id: CASH_ID,
            debit_minor: '125000',
            credit_minor: '0',
          },
          {
            id: '0199d5a4-5f40-5071-8283-000000000002',
            account_id: DEPOSITS_ID,
            debit_minor: '0',
            credit_minor: '125000',
          },
        ],
      },
      replayed: false,
    },
  ),

  about(
    verifyTransaction,
    'Check one transaction against its stored event.',
    { ...inLedger, transaction_id: TRANSACTION_ID },
    {
      transaction_id: TRANSACTION_ID,
      checks: {
        content_hash_ok: true,
        transaction_hash_ok: true,
        signature_ok: true,
        chain_ok: true,
        double_entry_ok: true,
      },
      verified: true,
      verified_at: POSTED_AT,
      mismatches: [],
    },
  ),

  about(verifyLedger, 'Walk the whole chain of a ledger. Answers many times; the last has `done`.', inLedger, {
    ledger_id: LEDGER_ID,
    done: true,
    checked: 1,
    total: 1,
    verified: true,
    head: { position: 1, hash: HASH },
    broken: null,
    verified_at: POSTED_AT,
  }),

  about(
    rebuildLedgerProjections,
    'Drop the ledger projections and make them anew from the events. Answers many times; the last has `done`.',
    {},
    { streams: 12, streams_done: 12, events: 4800, done: true },
  ),
];
