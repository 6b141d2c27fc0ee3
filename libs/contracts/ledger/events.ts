import Type, { type Static } from 'typebox';
import { type DataOf, type EventOf, factsOf } from '../declaration/fact';
import { view } from '../declaration/view';
import { EXAMPLE_ENTRIES, FINGERPRINT, KEY_HASH } from '../examples';
import {
  CurrencyCode,
  FrontierHashes,
  Hash,
  HashesInBase64,
  hashOf,
  Id,
  Metadata,
  MinorUnits,
  Timestamp,
} from '../fields';
import { LEDGER_EVENTS } from '../topics';
import { changedByStaff } from '../staff/officer';
import { accountFields } from './account';

/** The stream that holds everything about one ledger, in order. */
export const ledgerStream = (ledgerId: string): string => `${LEDGER_STREAM_PREFIX}${ledgerId}`;
export const LEDGER_STREAM_PREFIX = 'ledger-';

const ledgerFact = factsOf({
  service: 'ledger',
  prefix: LEDGER_STREAM_PREFIX,
  topic: LEDGER_EVENTS,
  idField: 'ledger_id',
});

export const LedgerCreated = ledgerFact('LedgerCreated', {
  summary: 'A ledger was created. It is the first event of its stream.',
  data: Type.Object({
    ledger_id: Id,
    tenant_id: Id,
    name: Type.String(),
    currency: CurrencyCode,
    description: Type.Optional(Type.String()),
    metadata: Type.Optional(Metadata),
    signing_key_id: Id,
    created_at: Timestamp,
  }),
});

export const AccountOpened = ledgerFact('AccountOpened', {
  summary: 'An account was opened in a ledger.',
  data: Type.Object({
    ledger_id: Id,
    tenant_id: Id,
    account_id: Id,
    ...accountFields,
    opened_at: Timestamp,
  }),
  example: { name: 'Cash at bank' },
});

export const AccountActivityChanged = ledgerFact('AccountActivityChanged', {
  summary: 'An account was closed to further postings, or reopened.',
  data: Type.Object({
    ledger_id: Id,
    tenant_id: Id,
    account_id: Id,
    is_active: Type.Boolean(),
    ...changedByStaff,
    changed_at: Timestamp,
  }),
  example: { is_active: false },
});

export const PostedEntry = view(
  'PostedEntry',
  Type.Object({
    account_id: Id,
    debit: Type.Optional(MinorUnits),
    credit: Type.Optional(MinorUnits),
    description: Type.Optional(Type.String()),
  }),
);

/** The content that is hashed, in the form in which it is hashed. */
export const PostingPayload = view(
  'PostingPayload',
  Type.Object({
    ledger_id: Id,
    currency: CurrencyCode,
    description: Type.Optional(Type.String()),
    reference: Type.Optional(Type.String()),
    idempotency_key: Type.Optional(Type.String()),
    narration: Type.Optional(Type.String()),
    metadata: Type.Optional(Metadata),
    nonce: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{32}$',
        description: 'random, so that content_hash does not reveal what can be guessed; older transactions have none',
      }),
    ),
    entries: Type.Array(PostedEntry, { minItems: 2 }),
  }),
  {
    example: {
      description: 'Deposit',
      reference: 'dep-2026-0001',
      idempotency_key: 'dep-2026-0001',
      entries: EXAMPLE_ENTRIES,
    },
  },
);

export const TransactionPosted = ledgerFact('TransactionPosted', {
  summary:
    'A balanced transaction was posted. Its hashes chain it to the previous transaction; docs/reference/hashes.md describes how to recompute them.',
  data: Type.Object({
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
  }),
  example: {
    content_hash: 'a2c906fa0aa19106656ba23fbf0f2b8207e42345b07e79b29ea600b8563e99a7',
    signature: '253f4d5a1be587ae7d4268361e82ba17d6eef77e3edf9134937799a81f556f74',
  },
});

export const CommitChained = ledgerFact('CommitChained', {
  summary:
    'The events of one group commit were linked to the hash chain of their ledger. It is the last event of each commit; ' +
    'docs/reference/hashes.md describes how to recompute it.',
  data: Type.Object({
    version: Type.Literal(2),
    ledger_id: Id,
    tenant_id: Id,
    commit_id: Type.Optional({ ...Id, description: 'the id of this event; the first commits of this version lack it' }),
    first_revision: Type.Integer({
      minimum: 0,
      description: 'of the first event of this commit; 0 when the commit takes over the events of an older version',
    }),
    event_hash: hashOf('running hash over all events before this one'),
    tree_size: Type.Integer({ minimum: 0, description: 'transactions in the Merkle tree of the ledger' }),
    frontier: FrontierHashes('the Merkle tree'),
    growth: Type.Optional(
      HashesInBase64('RFC 6962 consistency proof from the tree of the commit before, in base64; older commits lack it'),
    ),
    committed_at: Timestamp,
    signing_key_id: Id,
    signature: Hash,
  }),
  example: {
    first_revision: 6,
    event_hash: FINGERPRINT,
    tree_size: 1,
    frontier: ['LWtX9mAPGIw7qMtQcxrLBWe8tYOMCLfFfS/4tnW+41k='],
    growth: [],
    signature: KEY_HASH,
  },
});

export type LedgerCreated = DataOf<typeof LedgerCreated>;
export type AccountOpened = DataOf<typeof AccountOpened>;
export type AccountActivityChanged = DataOf<typeof AccountActivityChanged>;
export type PostedEntry = Static<typeof PostedEntry>;
export type PostingPayload = Static<typeof PostingPayload>;
export type TransactionPosted = DataOf<typeof TransactionPosted>;
export type CommitChained = DataOf<typeof CommitChained>;

export const LEDGER_FACTS = [
  LedgerCreated,
  AccountOpened,
  AccountActivityChanged,
  CommitChained,
  TransactionPosted,
] as const;
export type LedgerEvent = EventOf<(typeof LEDGER_FACTS)[number]>;
