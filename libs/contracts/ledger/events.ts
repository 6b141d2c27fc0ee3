import Type, { type Static } from 'typebox';
import { CurrencyCode, Hash, Id, Metadata, MinorUnits, Timestamp } from '../fields';
import { accountFields } from './account';

/** The stream that holds everything about one ledger, in order. */
export const ledgerStream = (ledgerId: string): string => `${LEDGER_STREAM_PREFIX}${ledgerId}`;
export const LEDGER_STREAM_PREFIX = 'ledger-';

export const LedgerCreated = Type.Object({
  ledger_id: Id,
  tenant_id: Id,
  name: Type.String(),
  currency: CurrencyCode,
  description: Type.Optional(Type.String()),
  metadata: Type.Optional(Metadata),
  signing_key_id: Id,
  created_at: Timestamp,
});

export const AccountOpened = Type.Object({
  ledger_id: Id,
  tenant_id: Id,
  account_id: Id,
  ...accountFields,
  opened_at: Timestamp,
});

export const AccountActivityChanged = Type.Object({
  ledger_id: Id,
  tenant_id: Id,
  account_id: Id,
  is_active: Type.Boolean(),
  changed_at: Timestamp,
});

export const PostedEntry = Type.Object({
  account_id: Id,
  debit: Type.Optional(MinorUnits),
  credit: Type.Optional(MinorUnits),
  description: Type.Optional(Type.String()),
});

/** What the content hash covers, in the form in which it is hashed. */
export const PostingPayload = Type.Object({
  ledger_id: Id,
  currency: CurrencyCode,
  description: Type.Optional(Type.String()),
  reference: Type.Optional(Type.String()),
  idempotency_key: Type.Optional(Type.String()),
  narration: Type.Optional(Type.String()),
  metadata: Type.Optional(Metadata),
  entries: Type.Array(PostedEntry, { minItems: 2 }),
});

export const TransactionPosted = Type.Object({
  version: Type.Literal(1),
  tenant_id: Id,
  ledger_id: Id,
  transaction_id: Id,
  hash_chain_position: Type.Integer({ minimum: 1 }),
  posted_at: Timestamp,
  payload: PostingPayload,
  content_hash: Hash,
  previous_hash: Hash,
  transaction_hash: Hash,
  signing_key_id: Id,
  signature: Hash,
});

export type LedgerCreated = Static<typeof LedgerCreated>;
export type AccountOpened = Static<typeof AccountOpened>;
export type AccountActivityChanged = Static<typeof AccountActivityChanged>;
export type PostedEntry = Static<typeof PostedEntry>;
export type PostingPayload = Static<typeof PostingPayload>;
export type TransactionPosted = Static<typeof TransactionPosted>;

export type LedgerEvent =
  | { type: 'LedgerCreated'; data: LedgerCreated }
  | { type: 'AccountOpened'; data: AccountOpened }
  | { type: 'AccountActivityChanged'; data: AccountActivityChanged }
  | { type: 'TransactionPosted'; data: TransactionPosted };
