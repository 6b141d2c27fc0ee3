import Type, { type Static } from 'typebox';
import { command } from '../declaration/command';
import { view } from '../declaration/view';
import { CASH_ID, CREATED_AT, DEPOSITS_ID, LEDGER_ID, POSTED_AT, TENANT_ID, TRANSACTION_ID } from '../example-ids';
import { Id, Metadata } from '../fields';
import { LEDGER_COMMANDS, MAINTENANCE_COMMANDS } from '../topics';
import { AccountActivity, accountFields, AccountView, EXAMPLE_ACCOUNT } from './account';
import { LedgerVerification, LedgerView, PostingView, RebuildProgress, VerificationView } from './views';

const topic = LEDGER_COMMANDS;
const byLedger = (request: { ledger_id: string }): string => request.ledger_id;

const exampleLedger = { tenant_id: TENANT_ID, ledger_id: LEDGER_ID };
const HASH = '1be1a34b0d266488b9216dc8b45c89caadefcc213df0c5780f738753859cd03d';
const NO_HASH = '0'.repeat(64);

export const createLedger = command({
  name: 'ledger.create-ledger',
  topic,
  summary: 'Create a ledger.',
  key: byLedger,
  request: Type.Object({
    tenant_id: Id,
    ledger_id: Id,
    name: Type.String(),
    currency: Type.String(),
    description: Type.Optional(Type.String()),
    metadata: Type.Optional(Metadata),
  }),
  reply: LedgerView,
  example: {
    request: { ...exampleLedger, name: 'Customer funds', currency: 'USD', metadata: { region: 'eu' } },
    reply: {
      id: LEDGER_ID,
      name: 'Customer funds',
      currency: 'USD',
      status: 'active',
      metadata: { region: 'eu' },
      created_at: CREATED_AT,
    },
  },
});

export const openAccount = command({
  name: 'ledger.open-account',
  topic,
  summary: 'Open an account in a ledger.',
  key: byLedger,
  request: Type.Object({
    tenant_id: Id,
    ledger_id: Id,
    account_id: Type.String({ format: 'uuid', description: 'chosen by whoever asks, so that a redelivery is known' }),
    ...accountFields,
  }),
  reply: AccountView,
  example: {
    request: { ...exampleLedger, account_id: CASH_ID, code: '1000', name: 'Cash at bank', account_type: 'asset' },
    reply: EXAMPLE_ACCOUNT,
  },
});

export const setAccountActive = command({
  name: 'ledger.set-account-active',
  topic,
  summary: 'Close an account to further postings, or open it to them again.',
  key: byLedger,
  request: Type.Object({ tenant_id: Id, ledger_id: Id, account_id: Id, is_active: Type.Boolean() }),
  reply: AccountActivity,
  example: {
    request: { ...exampleLedger, account_id: CASH_ID, is_active: false },
    reply: { account_id: CASH_ID, is_active: false },
  },
});

/** A posting as it was asked for; nothing in it has been checked but the types. */
export const PostingRequest = view(
  'PostingRequest',
  Type.Object({
    ledger_id: Id,
    currency: Type.String(),
    description: Type.Optional(Type.String()),
    reference: Type.Optional(Type.String()),
    idempotency_key: Type.Optional(Type.String()),
    narration: Type.Optional(Type.String()),
    metadata: Type.Optional(Metadata),
    entries: Type.Array(
      Type.Object({
        account_id: Id,
        debit: Type.Optional(Type.String()),
        credit: Type.Optional(Type.String()),
        description: Type.Optional(Type.String()),
      }),
    ),
  }),
);
export type PostingRequest = Static<typeof PostingRequest>;

export const postTransaction = command({
  name: 'ledger.post-transaction',
  topic,
  summary: 'Post a balanced transaction.',
  key: (request) => request.posting.ledger_id,
  request: Type.Object({
    tenant_id: Id,
    transaction_id: Type.String({
      format: 'uuid',
      description: 'chosen by whoever asks, so that a redelivery is known',
    }),
    posting: PostingRequest,
  }),
  reply: Type.Object({
    posting: PostingView,
    replayed: Type.Boolean({ description: 'true when the idempotency key had been used before' }),
  }),
  example: {
    request: {
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
    reply: {
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
  },
});

export const verifyTransaction = command({
  name: 'ledger.verify-transaction',
  topic,
  summary: 'Check one transaction against its stored event.',
  key: byLedger,
  request: Type.Object({ tenant_id: Id, ledger_id: Id, transaction_id: Id }),
  reply: VerificationView,
  example: {
    request: { ...exampleLedger, transaction_id: TRANSACTION_ID },
    reply: {
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
  },
});

export const verifyLedger = command({
  name: 'ledger.verify-ledger',
  topic,
  summary: 'Walk the whole chain of a ledger. Answers many times; the last has `done`.',
  key: byLedger,
  request: Type.Object({ tenant_id: Id, ledger_id: Id }),
  reply: LedgerVerification,
  example: {
    request: exampleLedger,
    reply: {
      ledger_id: LEDGER_ID,
      done: true,
      checked: 1,
      total: 1,
      verified: true,
      head: { position: 1, hash: HASH },
      broken: null,
      verified_at: POSTED_AT,
    },
  },
});

export const rebuildLedgerProjections = command({
  name: 'ledger.rebuild-projections',
  topic: MAINTENANCE_COMMANDS,
  summary: 'Drop the ledger projections and make them anew from the events. Answers many times; the last has `done`.',
  key: () => 'all',
  request: Type.Object({}),
  reply: RebuildProgress,
  example: { request: {}, reply: { streams: 12, streams_done: 12, events: 4800, done: true } },
});
