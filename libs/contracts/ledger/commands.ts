import Type, { type Static } from 'typebox';
import { command } from '../declaration/command';
import { view } from '../declaration/view';
import { EXAMPLE_ENTRIES } from '../examples';
import { Id, Metadata } from '../fields';
import { LEDGER_COMMANDS, MAINTENANCE_COMMANDS } from '../topics';
import { AccountActivity, accountFields, AccountView } from './account';
import { LedgerVerification, LedgerView, PostingView, RebuildProgress, VerificationView } from './views';

const topic = LEDGER_COMMANDS;
const byLedger = (request: { ledger_id: string }): string => request.ledger_id;

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
  example: { request: { name: 'Cash at bank' } },
});

export const setAccountActive = command({
  name: 'ledger.set-account-active',
  topic,
  summary: 'Close an account to further postings, or open it to them again.',
  key: byLedger,
  request: Type.Object({ tenant_id: Id, ledger_id: Id, account_id: Id, is_active: Type.Boolean() }),
  reply: AccountActivity,
  example: { request: { is_active: false }, reply: { is_active: false } },
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
  { example: { description: 'Deposit', reference: 'dep-2026-0001', entries: EXAMPLE_ENTRIES } },
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
});

export const verifyTransaction = command({
  name: 'ledger.verify-transaction',
  topic,
  summary: 'Check one transaction against its stored event.',
  key: byLedger,
  request: Type.Object({ tenant_id: Id, ledger_id: Id, transaction_id: Id }),
  reply: VerificationView,
});

export const verifyLedger = command({
  name: 'ledger.verify-ledger',
  topic,
  summary: 'Walk the whole chain of a ledger. Answers many times; the last has `done`.',
  key: byLedger,
  request: Type.Object({ tenant_id: Id, ledger_id: Id }),
  reply: LedgerVerification,
});

export const rebuildLedgerProjections = command({
  name: 'ledger.rebuild-projections',
  topic: MAINTENANCE_COMMANDS,
  summary: 'Drop the ledger projections and make them anew from the events. Answers many times; the last has `done`.',
  key: () => 'all',
  request: Type.Object({}),
  reply: RebuildProgress,
});
