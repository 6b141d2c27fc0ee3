import Type, { type Static } from 'typebox';
import { command, commandsOf } from '../declaration/command';
import { view } from '../declaration/view';
import { EXAMPLE_ENTRIES } from '../examples';
import { Id, Metadata, paced } from '../fields';
import { LEDGER_COMMANDS } from '../topics';
import { changedByStaff, officer } from '../staff/officer';
import { AccountActivity, accountFields, AccountView } from './account';
import { BundlePage, EXAMPLE_BUNDLE_PLACE } from './bundles';
import { ConsistencyView, ReceiptView } from './receipts';
import { LedgerVerification, LedgerView, PostingView, ReplacedSigningKey, VerificationView } from './views';

const ledgerCommand = commandsOf(LEDGER_COMMANDS, 'ledger_id');

export const createLedger = ledgerCommand({
  name: 'ledger.create-ledger',
  summary: 'Create a ledger.',
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

export const openAccount = ledgerCommand({
  name: 'ledger.open-account',
  summary: 'Open an account in a ledger.',
  request: Type.Object({
    tenant_id: Id,
    ledger_id: Id,
    account_id: Type.String({
      format: 'uuid',
      description: 'the caller chooses it, so that a redelivery is recognized',
    }),
    ...accountFields,
  }),
  reply: AccountView,
  example: { request: { name: 'Cash at bank' } },
});

export const setAccountActive = ledgerCommand({
  name: 'ledger.set-account-active',
  summary: 'Close an account to further postings, or reopen it.',
  request: Type.Object({
    tenant_id: Id,
    ledger_id: Id,
    account_id: Id,
    is_active: Type.Boolean(),
    ...changedByStaff,
  }),
  reply: AccountActivity,
  example: { request: { is_active: false }, reply: { is_active: false } },
});

export const replaceSigningKey = ledgerCommand({
  name: 'ledger.replace-signing-key',
  summary: 'Give a ledger a new signing key. What the keys before it signed still verifies.',
  request: Type.Object({
    tenant_id: Id,
    ledger_id: Id,
    signing_key_id: Type.String({
      format: 'uuid',
      description: 'of the new key; the caller chooses it, so that a redelivery is recognized',
    }),
    ...officer,
    reason: Type.String(),
  }),
  reply: ReplacedSigningKey,
});

/** A posting as requested; only its types are checked. */
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
  topic: LEDGER_COMMANDS,
  summary: 'Post a balanced transaction.',
  key: (request) => request.posting.ledger_id,
  request: Type.Object({
    tenant_id: Id,
    transaction_id: Type.String({
      format: 'uuid',
      description: 'the caller chooses it, so that a redelivery is recognized',
    }),
    posting: PostingRequest,
  }),
  reply: Type.Object({
    posting: PostingView,
    replayed: Type.Boolean({ description: 'true when the idempotency key was used before' }),
    mismatch: Type.Optional(
      Type.Boolean({ description: 'true when the key was used before with a posting of other content' }),
    ),
  }),
});

export const verifyTransaction = ledgerCommand({
  name: 'ledger.verify-transaction',
  summary: 'Check one transaction against its stored event.',
  request: Type.Object({ tenant_id: Id, ledger_id: Id, transaction_id: Id }),
  reply: VerificationView,
});

export const readReceipt = ledgerCommand({
  name: 'ledger.read-receipt',
  summary: 'Prove that the signed tree of a ledger has a transaction. Waits a few seconds for the signature.',
  request: Type.Object({ tenant_id: Id, ledger_id: Id, transaction_id: Id }),
  reply: ReceiptView,
});

export const proveConsistency = ledgerCommand({
  name: 'ledger.prove-consistency',
  summary: 'Prove that the signed tree of a ledger begins with an earlier one.',
  request: Type.Object({
    tenant_id: Id,
    ledger_id: Id,
    from: Type.Integer({ minimum: 0, description: 'the size of the earlier tree' }),
  }),
  reply: ConsistencyView,
});

export const readTile = ledgerCommand({
  name: 'ledger.read-tile',
  summary: 'Read hashes of the signed Merkle tree of a ledger.',
  request: Type.Object({
    tenant_id: Id,
    ledger_id: Id,
    level: Type.Integer({
      minimum: 0,
      description: 'each hash is of a subtree of 256 to the power of this many leaves',
    }),
    index: Type.Integer({ minimum: 0, description: 'of the tile; those before it have 256 hashes each' }),
    width: Type.Integer({ minimum: 1, maximum: 256, description: 'the number of hashes' }),
  }),
  reply: Type.Object({ hashes: Type.String({ description: 'one after the other, 32 bytes each, in base64' }) }),
});

export const readBundle = ledgerCommand({
  name: 'ledger.read-bundle',
  summary:
    'Read a page of the bundle of a ledger, which outsiders can verify. Waits a few seconds for the first signature.',
  request: Type.Object({
    tenant_id: Id,
    ledger_id: Id,
    after: Type.Optional(Type.String({ description: '`next` of the page before' })),
  }),
  reply: BundlePage,
  example: { request: { after: EXAMPLE_BUNDLE_PLACE } },
});

export const verifyLedger = ledgerCommand({
  name: 'ledger.verify-ledger',
  summary: 'Walk the whole chain of a ledger. Replies several times; the last reply has `done`.',
  request: Type.Object({
    tenant_id: Id,
    ledger_id: Id,
    checkpoints: Type.Optional(
      Type.Array(Type.String(), { description: 'signed checkpoints of the ledger that were kept elsewhere' }),
    ),
    ...paced,
  }),
  reply: LedgerVerification,
});
