import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { CASH_ID, DEPOSITS_ID, LEDGER_ID, TRANSACTION_ID } from '../examples';
import { CurrencyCode, Hash, Id, Metadata, nullable, SignedMinorUnits, Timestamp } from '../fields';

/** The forms in which the public API returns ledgers and transactions. */

const ENTRY_IDS = ['0199d5a4-5f40-5071-8283-000000000001', '0199d5a4-5f40-5071-8283-000000000002'] as const;
const MinorUnits = Type.String(SignedMinorUnits);

const ChainHead = view(
  'ChainHead',
  Type.Object({
    position: Type.Integer({ description: '`hash_chain_position` of the last transaction; 0 when there is none' }),
    hash: Type.String({ description: '`transaction_hash` of the last transaction; 64 zeros when there is none' }),
  }),
  { description: 'The end of the hash chain of a ledger.' },
);

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
    head: Type.Optional(ChainHead),
  }),
  { example: { id: LEDGER_ID } },
);

export const ReplacedSigningKey = view(
  'ReplacedSigningKey',
  Type.Object({
    ledger_id: Id,
    signing_key_id: Type.String({ format: 'uuid', description: 'of the new key' }),
    replaces: Type.String({ format: 'uuid', description: 'the key before it, whose signatures still verify' }),
    replaced_at: Timestamp,
  }),
  { description: 'The replacement of the key that signs a ledger.', example: { replaces: LEDGER_ID } },
);

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
  { example: { id: TRANSACTION_ID, reference: 'dep-2026-0001' } },
);

export const EntryView = view(
  'Entry',
  Type.Object({ id: Id, account_id: Id, debit_minor: MinorUnits, credit_minor: MinorUnits }),
  { example: { id: ENTRY_IDS[0] } },
);

export const EXAMPLE_POSTING = {
  entries: [
    { id: ENTRY_IDS[0], account_id: CASH_ID, debit_minor: '125000', credit_minor: '0' },
    { id: ENTRY_IDS[1], account_id: DEPOSITS_ID, debit_minor: '0', credit_minor: '125000' },
  ],
};

export const PostingView = view(
  'Posting',
  Type.Object({ transaction: TransactionView, entries: Type.Array(EntryView) }),
  { example: EXAMPLE_POSTING },
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
);

export const BrokenLink = view(
  'BrokenLink',
  Type.Object({
    position: nullable(Type.Integer(), {
      description: 'hash_chain_position, or null when the problem does not concern a single transaction',
    }),
    check: Type.String(),
    detail: Type.String(),
  }),
  { description: 'A problem of a ledger, and where the walk found it first.' },
);

/** The outcome of a walk that has ended. */
export const verificationResult = {
  checked: Type.Integer({ description: 'transactions walked' }),
  total: Type.Integer({ description: 'transactions in the ledger when the walk began' }),
  verified: Type.Boolean({ description: 'whether every check held' }),
  head: ChainHead,
  broken: nullable(BrokenLink),
};

export const ComparedCheckpoint = view(
  'ComparedCheckpoint',
  Type.Object({
    source: Type.Enum(['notary', 'kept'], {
      description: '`notary`: the last that the notary signed; `kept`: one of the request, which was kept elsewhere',
    }),
    size: Type.Integer({ description: 'transactions' }),
  }),
);

export const LedgerVerification = view(
  'LedgerVerification',
  Type.Object({
    ledger_id: Id,
    done: Type.Boolean(),
    checked: Type.Integer({ description: 'transactions walked so far' }),
    total: Type.Integer({ description: 'transactions in the ledger when the walk began' }),
    verified: Type.Boolean({ description: 'true when the walk is done and found no problem' }),
    head: ChainHead,
    broken: nullable(BrokenLink),
    checkpoints: Type.Optional(
      Type.Array(ComparedCheckpoint, { description: 'the checkpoints so far that the ledger agrees with' }),
    ),
    verified_at: Type.Optional(Timestamp),
  }),
  {
    description: 'Progress of a walk over a chain; the last report has `done`.',
  },
);

export type LedgerView = Static<typeof LedgerView>;
export type ReplacedSigningKey = Static<typeof ReplacedSigningKey>;
export type TransactionView = Static<typeof TransactionView>;
export type EntryView = Static<typeof EntryView>;
export type PostingView = Static<typeof PostingView>;
export type VerificationView = Static<typeof VerificationView>;
export type ComparedCheckpoint = Static<typeof ComparedCheckpoint>;
export type BrokenLink = Static<typeof BrokenLink>;
export type LedgerVerification = Static<typeof LedgerVerification>;
