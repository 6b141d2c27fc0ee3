import Type, { type Static } from 'typebox';
import { command } from '../declaration/command';
import { Id, Metadata, Timestamp } from '../fields';
import { LEDGER_COMMANDS, MAINTENANCE_COMMANDS } from '../topics';
import { ACCOUNT_TYPES } from './events';
import { AccountView, LedgerView, PostingView, VerificationView } from './views';

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
    code: Type.String(),
    name: Type.String(),
    account_type: Type.Enum(ACCOUNT_TYPES),
    external_ref: Type.Optional(Type.String()),
    metadata: Type.Optional(Metadata),
  }),
  reply: AccountView,
});

/** Closes an account to further postings, or opens it to them again. */
export const setAccountActive = command({
  name: 'ledger.set-account-active',
  topic,
  key: byLedger,
  request: Type.Object({ tenant_id: Id, ledger_id: Id, account_id: Id, is_active: Type.Boolean() }),
  reply: Type.Object({ account_id: Id, is_active: Type.Boolean() }),
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

/** What is wrong with a ledger, and where the walk met it first. */
export const BrokenLink = Type.Object({
  position: Type.Union([Type.Integer(), Type.Null()], {
    description: 'hash_chain_position, or null when it is not about one transaction',
  }),
  check: Type.String(),
  detail: Type.String(),
});
export type BrokenLink = Static<typeof BrokenLink>;

/** Progress of a walk over a chain; the last one has `done`. */
export const LedgerVerification = Type.Object({
  ledger_id: Id,
  done: Type.Boolean(),
  checked: Type.Integer({ description: 'transactions walked so far' }),
  total: Type.Integer({ description: 'transactions in the ledger when the walk began' }),
  verified: Type.Boolean({ description: 'true when done and nothing was found' }),
  head: Type.Object({ position: Type.Integer(), hash: Type.String() }),
  broken: Type.Union([BrokenLink, Type.Null()]),
  verified_at: Type.Optional(Timestamp),
});
export type LedgerVerification = Static<typeof LedgerVerification>;

/** Walks a whole ledger; replies many times, see LedgerVerification. */
export const verifyLedger = command({
  name: 'ledger.verify-ledger',
  topic,
  key: byLedger,
  request: Type.Object({ tenant_id: Id, ledger_id: Id }),
  reply: LedgerVerification,
});

export const RebuildProgress = Type.Object({
  streams: Type.Integer(),
  streams_done: Type.Integer(),
  events: Type.Integer({ description: 'events replayed so far' }),
  done: Type.Boolean(),
});
export type RebuildProgress = Static<typeof RebuildProgress>;

/** Drops the ledger projections and makes them anew from the events; replies many times. */
export const rebuildLedgerProjections = command({
  name: 'ledger.rebuild-projections',
  topic: MAINTENANCE_COMMANDS,
  key: () => 'all',
  request: Type.Object({}),
  reply: RebuildProgress,
});
