import Type from 'typebox';
import { view } from '../declaration/view';
import { FINGERPRINT, LEDGER_ID, TRANSACTION_ID } from '../examples';
import { Hash, Id, nullable, Timestamp } from '../fields';
import { PostingPayload } from './events';
import { EXAMPLE_POSTING, PostingView } from './views';

const keys = Type.Array(Type.String(), {
  description: 'the public keys of the tenant, each `<name>+<key id>+<base64>`; trust only keys that you got before',
});

const TransactionLeaf = view(
  'TransactionLeaf',
  Type.Object({
    version: Type.Integer(),
    ledger_id: Id,
    hash_chain_position: Type.Integer({ minimum: 1 }),
    transaction_id: Id,
    previous_hash: Hash,
    content_hash: Hash,
    posted_at: Timestamp,
  }),
  {
    description:
      'The leaf of the Merkle tree: the SHA-256 of its canonical JSON (RFC 8785) is `transaction_hash` of the transaction.',
    example: { version: 1, ledger_id: LEDGER_ID, transaction_id: TRANSACTION_ID, content_hash: FINGERPRINT },
  },
);

export const ReceiptView = view(
  'Receipt',
  Type.Object({
    leaf: TransactionLeaf,
    payload: PostingPayload,
    proof: Type.String({
      description: 'a proof that the signed Merkle tree of the ledger has the leaf (c2sp.org/tlog-proof)',
    }),
    keys,
  }),
  {
    description:
      'Proves to anyone that the ledger has this posting. It has everything that is hashed; verify it without Probity.',
  },
);

export const ConsistencyView = view(
  'Consistency',
  Type.Object({
    from: Type.Integer({ description: 'the size of the earlier tree' }),
    to: Type.Integer({ description: 'the size of the signed tree' }),
    hashes: Type.Array(Type.String(), { description: 'the proof of RFC 6962, section 2.1.2, in base64' }),
    checkpoint: Type.String({ description: 'the signed head of the tree (c2sp.org/tlog-checkpoint)' }),
    keys,
  }),
  { description: 'Proves that the signed Merkle tree of a ledger begins with all transactions of an earlier one.' },
);

export const PostedView = view(
  'Posted',
  Type.Object({
    ...PostingView.properties,
    receipt: Type.Optional(
      nullable(ReceiptView, { description: 'only with `include=receipt`; null when it was not signed in time' }),
    ),
    receipt_path: Type.Optional(
      Type.String({ description: 'only with `include=receipt`: where the receipt can be read, now or later' }),
    ),
  }),
  { example: EXAMPLE_POSTING },
);
