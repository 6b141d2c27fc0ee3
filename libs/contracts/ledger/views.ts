import Type, { type Static } from 'typebox';
import { CurrencyCode, Hash, Id, Metadata, Timestamp } from '../fields';

/** The forms in which ledgers, accounts and transactions are answered, as in the public interface. */

const SignedMinorUnits = Type.String({ pattern: '^-?[0-9]+$' });

export const LedgerView = Type.Object({
  id: Id,
  name: Type.String(),
  currency: CurrencyCode,
  status: Type.Literal('active'),
  description: Type.Optional(Type.String()),
  metadata: Type.Optional(Metadata),
  created_at: Timestamp,
});

export const AccountView = Type.Object({
  id: Id,
  ledger_id: Id,
  code: Type.String(),
  name: Type.String(),
  account_type: Type.String(),
  currency: CurrencyCode,
  external_ref: Type.Union([Type.String(), Type.Null()]),
  metadata: Metadata,
  is_active: Type.Boolean(),
  created_at: Timestamp,
});

export const AccountBalanceView = Type.Object({
  ...AccountView.properties,
  debit_total: SignedMinorUnits,
  credit_total: SignedMinorUnits,
  balance: SignedMinorUnits,
  entry_count: Type.Integer(),
  last_activity_at: Type.Union([Timestamp, Type.Null()]),
});

export const TransactionView = Type.Object({
  id: Id,
  ledger_id: Id,
  reference: Type.Union([Type.String(), Type.Null()]),
  currency: CurrencyCode,
  amount_minor: SignedMinorUnits,
  status: Type.Literal('posted'),
  hash_chain_position: Type.Integer(),
  transaction_hash: Hash,
  previous_hash: Hash,
  is_immutable: Type.Literal(true),
  posted_at: Timestamp,
});

export const EntryView = Type.Object({
  id: Id,
  account_id: Id,
  debit_minor: SignedMinorUnits,
  credit_minor: SignedMinorUnits,
});

export const PostingView = Type.Object({ transaction: TransactionView, entries: Type.Array(EntryView) });

export const VerificationView = Type.Object({
  transaction_id: Id,
  checks: Type.Object({
    content_hash_ok: Type.Boolean(),
    transaction_hash_ok: Type.Boolean(),
    signature_ok: Type.Boolean(),
    chain_ok: Type.Boolean(),
    double_entry_ok: Type.Boolean(),
  }),
  verified: Type.Boolean(),
  verified_at: Timestamp,
  mismatches: Type.Array(Type.String(), {
    description: 'fields whose value in the read side differs from the stored event; empty when all agree',
  }),
});

export type LedgerView = Static<typeof LedgerView>;
export type AccountView = Static<typeof AccountView>;
export type AccountBalanceView = Static<typeof AccountBalanceView>;
export type TransactionView = Static<typeof TransactionView>;
export type EntryView = Static<typeof EntryView>;
export type PostingView = Static<typeof PostingView>;
export type VerificationView = Static<typeof VerificationView>;
