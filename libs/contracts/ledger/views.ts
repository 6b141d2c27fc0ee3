import Type, { type Static } from 'typebox';
import { CASH_ID, CREATED_AT, DEPOSITS_ID, LEDGER_ID, POSTED_AT, TRANSACTION_ID } from '../example-ids';
import { view } from '../declaration/view';
import { CurrencyCode, Hash, Id, Metadata, nullable, SignedMinorUnits, Timestamp } from '../fields';

/** The forms in which ledgers and transactions are returned, as in the public interface. */

const MinorUnits = Type.String(SignedMinorUnits);
const ENTRY_IDS = ['6ba7b810-9dad-51d1-80b4-00c04fd430c8', '6ba7b811-9dad-51d1-80b4-00c04fd430c8'] as const;
const EXAMPLE_HASH = '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef';

export const LedgerView = view(
  'Ledger',
  Type.Object({
    id: Id,
    name: Type.String(),
    currency: CurrencyCode,
    status: Type.Literal('active'),
    description: Type.Optional(Type.String()),
    metadata: Metadata,
    created_at: Timestamp,
  }),
  {
    example: {
      id: LEDGER_ID,
      name: 'Customer funds',
      currency: 'USD',
      status: 'active',
      description: 'What we owe our customers',
      metadata: { book: 'retail' },
      created_at: CREATED_AT,
    },
  },
);

const EXAMPLE_TRANSACTION = {
  id: TRANSACTION_ID,
  ledger_id: LEDGER_ID,
  reference: 'settlement-2026-11-20',
  currency: 'USD',
  amount_minor: '250000000',
  status: 'posted',
  hash_chain_position: 1,
  transaction_hash: EXAMPLE_HASH,
  previous_hash: '0'.repeat(64),
  is_immutable: true,
  posted_at: POSTED_AT,
} as const;

export const TransactionView = view(
  'Transaction',
  Type.Object({
    id: Id,
    ledger_id: Id,
    reference: nullable(Type.String()),
    currency: CurrencyCode,
    amount_minor: MinorUnits,
    status: Type.Literal('posted'),
    hash_chain_position: Type.Integer(),
    transaction_hash: Hash,
    previous_hash: Hash,
    is_immutable: Type.Literal(true),
    posted_at: Timestamp,
  }),
  { example: EXAMPLE_TRANSACTION },
);

export const EntryView = view(
  'Entry',
  Type.Object({ id: Id, account_id: Id, debit_minor: MinorUnits, credit_minor: MinorUnits }),
);

export const PostingView = view(
  'Posting',
  Type.Object({ transaction: TransactionView, entries: Type.Array(EntryView) }),
  {
    example: {
      transaction: EXAMPLE_TRANSACTION,
      entries: [
        { id: ENTRY_IDS[0], account_id: CASH_ID, debit_minor: '250000000', credit_minor: '0' },
        { id: ENTRY_IDS[1], account_id: DEPOSITS_ID, debit_minor: '0', credit_minor: '250000000' },
      ],
    },
  },
);

const VerificationChecks = view(
  'VerificationChecks',
  Type.Object({
    content_hash_ok: Type.Boolean(),
    transaction_hash_ok: Type.Boolean(),
    signature_ok: Type.Boolean(),
    chain_ok: Type.Boolean(),
    double_entry_ok: Type.Boolean(),
  }),
);

export const VerificationView = view(
  'Verification',
  Type.Object({
    transaction_id: Id,
    checks: VerificationChecks,
    verified: Type.Boolean(),
    verified_at: Timestamp,
    mismatches: Type.Array(Type.String(), {
      description: 'fields whose value in the read side differs from the stored event; empty when all agree',
    }),
  }),
  {
    example: {
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
);

export const BrokenLink = view(
  'BrokenLink',
  Type.Object({
    position: nullable(Type.Integer(), {
      description: 'hash_chain_position, or null when it is not about one transaction',
    }),
    check: Type.String(),
    detail: Type.String(),
  }),
  { description: 'What is wrong with a ledger, and where the walk met it first.' },
);

const ChainHead = view('ChainHead', Type.Object({ position: Type.Integer(), hash: Type.String() }));

export const LedgerVerification = view(
  'LedgerVerification',
  Type.Object({
    ledger_id: Id,
    done: Type.Boolean(),
    checked: Type.Integer({ description: 'transactions walked so far' }),
    total: Type.Integer({ description: 'transactions in the ledger when the walk began' }),
    verified: Type.Boolean({ description: 'true when done and nothing was found' }),
    head: ChainHead,
    broken: nullable(BrokenLink),
    verified_at: Type.Optional(Timestamp),
  }),
  {
    description: 'Progress of a walk over a chain; the last one has `done`.',
    example: {
      ledger_id: LEDGER_ID,
      done: true,
      checked: 1,
      total: 1,
      verified: true,
      head: { position: 1, hash: EXAMPLE_HASH },
      broken: null,
      verified_at: POSTED_AT,
    },
  },
);

export const RebuildProgress = view(
  'RebuildProgress',
  Type.Object({
    streams: Type.Integer(),
    streams_done: Type.Integer(),
    events: Type.Integer({ description: 'events replayed so far' }),
    done: Type.Boolean(),
  }),
  { example: { streams: 3, streams_done: 3, events: 1200, done: true } },
);

export type LedgerView = Static<typeof LedgerView>;
export type TransactionView = Static<typeof TransactionView>;
export type EntryView = Static<typeof EntryView>;
export type PostingView = Static<typeof PostingView>;
export type VerificationView = Static<typeof VerificationView>;
export type BrokenLink = Static<typeof BrokenLink>;
export type LedgerVerification = Static<typeof LedgerVerification>;
export type RebuildProgress = Static<typeof RebuildProgress>;
