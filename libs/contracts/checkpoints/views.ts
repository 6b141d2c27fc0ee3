import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { FINGERPRINT, LEDGER_ID, MESSAGE_ID } from '../examples';
import { Hash, Id, nullable, Timestamp } from '../fields';

/** Of a checkpoint that was kept outside, as a signed note. Two keys and five witnesses sign with about 800. */
export const MAX_NOTE_CHARACTERS = 10_000;

/** Where checkpoints are copied to, outside of Probity. */
export const COPY_KINDS = ['bucket', 'timestamp', 'witness'] as const;
export type CopyKind = (typeof COPY_KINDS)[number];

export const CheckpointCopy = view(
  'CheckpointCopy',
  Type.Object({
    kind: Type.Enum([...COPY_KINDS], {
      description:
        'an object in a bucket with object lock, a time stamp (RFC 3161) or a cosignature (c2sp.org/tlog-witness)',
    }),
    name: Type.String({
      description: 'of the bucket, of the host that makes time stamps or of the key of the witness',
    }),
    tree_size: Type.Integer({ minimum: 1, description: 'events in the log of the tenant when it was copied' }),
    copied_at: Timestamp,
    proof: nullable(Type.String(), {
      description: 'the time-stamp token in base64, or the line of the cosignature; null for a bucket',
    }),
    is_configured: Type.Boolean({
      description: 'false: the target is no longer configured and gets no newer copy; what it has remains evidence',
    }),
  }),
  { description: "The last copy of the checkpoint of the tenant's log at one target outside of Probity." },
);

/** For how many days both keys sign after a replacement, so that institutions have time to store the new one. */
export const DEFAULT_OVERLAP_DAYS = 30;
export const MAX_OVERLAP_DAYS = 366;

const signedHead = {
  checkpoint: Type.String({ description: 'a signed note (c2sp.org/tlog-checkpoint)' }),
  root_hash: Hash,
  signed_at: Timestamp,
  keys: Type.Array(Type.String(), {
    description:
      'the public keys of the tenant, the newest last, each `<name>+<key id>+<base64>`: they sign it, or they ' +
      'signed older checkpoints. Pin them when you first get them',
  }),
  copies: Type.Array(CheckpointCopy, {
    description: "the last copy of the checkpoint of the tenant's log at each target; it covers the commits of ledgers",
  }),
};

export const REPLACED_KEY_EXAMPLE = {
  key_id: '0199d5a4-5f40-7071-8283-0000000000a7',
  replaces: MESSAGE_ID,
  key: 'probity/tenant/4b1e0f6b7a52c3d8e9f0011223344556+2f0b7cd1+AQ1xpqC0Wq8yYq0zBfWZk1yXo3b5mJmJ0m2v3uJm4u0X',
};

const EXAMPLE = { tree_size: 2, root_hash: FINGERPRINT };

export const CheckpointView = view(
  'Checkpoint',
  Type.Object({ tree_size: Type.Integer({ description: 'events in the log of the tenant' }), ...signedHead }),
  { description: 'The signed head of the log of all events of a tenant.', example: EXAMPLE },
);

export const LedgerCheckpointView = view(
  'LedgerCheckpoint',
  Type.Object({
    ledger_id: Id,
    tree_size: Type.Integer({ description: 'transactions in the Merkle tree of the ledger' }),
    ...signedHead,
  }),
  {
    description: 'The signed head of the Merkle tree over the transactions of a ledger.',
    example: { ...EXAMPLE, ledger_id: LEDGER_ID },
  },
);

export const replacedKey = {
  key_id: { ...Id, description: 'of the new key' },
  key: Type.String({ description: 'the new public key under the name of the log of the tenant; institutions pin it' }),
  replaces: { ...Id, description: 'the key before it' },
  both_until: { ...Timestamp, description: 'until then, the key before it signs too' },
  replaced_at: Timestamp,
};

export const ReplacedCheckpointKey = view('ReplacedCheckpointKey', Type.Object(replacedKey), {
  description: 'The replacement of the key that signs the checkpoints of a tenant.',
  example: REPLACED_KEY_EXAMPLE,
});
export type ReplacedCheckpointKey = Static<typeof ReplacedCheckpointKey>;
