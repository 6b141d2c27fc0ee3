import Type, { type Static } from 'typebox';
import { command } from '../declaration/command';
import { Id, Metadata } from '../fields';
import { LEDGER_COMMANDS, MAINTENANCE_COMMANDS } from '../topics';
import { AccountActivity, accountFields, AccountView } from './account';
import { LedgerVerification, LedgerView, PostingView, RebuildProgress, VerificationView } from './views';

const topic = LEDGER_COMMANDS;
const byLedger = (request: { ledger_id: string }): string => request.ledger_id;

export const createLedger = command({
  name: 'ledger.create-ledger',
  topic,
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
  key: byLedger,
  request: Type.Object({
    tenant_id: Id,
    ledger_id: Id,
    account_id: Type.String({ format: 'uuid', description: 'chosen by whoever asks, so that a redelivery is known' }),
    ...accountFields,
  }),
  reply: AccountView,
});

/** Closes an account to further postings, or opens it to them again. */
export const setAccountActive = command({
  name: 'ledger.set-account-active',
  topic,
  key: byLedger,
  request: Type.Object({ tenant_id: Id, ledger_id: Id, account_id: Id, is_active: Type.Boolean() }),
  reply: AccountActivity,
});

/** A posting as it was asked for; nothing in it has been checked but the types. */
export const PostingRequest = Type.Object({
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
});
export type PostingRequest = Static<typeof PostingRequest>;

export const postTransaction = command({
  name: 'ledger.post-transaction',
  topic,
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
  key: byLedger,
  request: Type.Object({ tenant_id: Id, ledger_id: Id, transaction_id: Id }),
  reply: VerificationView,
});

/** Walks a whole ledger; replies many times, see LedgerVerification. */
export const verifyLedger = command({
  name: 'ledger.verify-ledger',
  topic,
  key: byLedger,
  request: Type.Object({ tenant_id: Id, ledger_id: Id }),
  reply: LedgerVerification,
});

/** Drops the ledger projections and makes them anew from the events; replies many times. */
export const rebuildLedgerProjections = command({
  name: 'ledger.rebuild-projections',
  topic: MAINTENANCE_COMMANDS,
  key: () => 'all',
  request: Type.Object({}),
  reply: RebuildProgress,
});
