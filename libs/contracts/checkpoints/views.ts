import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { FINGERPRINT, LEDGER_ID, MESSAGE_ID } from '../examples';
import { Hash, Id, Timestamp } from '../fields';

/** Of a checkpoint that was kept outside, as a signed note. Two keys and five witnesses sign with about 800. */
export const MAX_NOTE_CHARACTERS = 10_000;

/** For how many days both keys sign after a replacement, so that institutions have time to store the new one. */
export const DEFAULT_OVERLAP_DAYS = 30;
export const MAX_OVERLAP_DAYS = 366;

const signedHead = {
  checkpoint: Type.String({ description: 'a signed note (c2sp.org/tlog-checkpoint)' }),
  root_hash: Hash,
  signed_at: Timestamp,
  keys: Type.Array(Type.String(), {
    description:
      'the public keys of the tenant, the newest last, each `<name>+<key id>+<base64>`: also replaced keys, which signed ' +
      'older checkpoints. Pin them when you first get them',
  }),
};

export const REPLACED_KEY_EXAMPLE = {
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
  key_id: Type.String({ format: 'uuid', description: 'of the new key' }),
  key: Type.String({ description: 'the new public key under the name of the log of the tenant; institutions pin it' }),
  replaces: Type.String({ format: 'uuid', description: 'the key before it' }),
  both_until: { ...Timestamp, description: 'until then, the key before it signs too' },
  replaced_at: Timestamp,
};

export const ReplacedCheckpointKey = view('ReplacedCheckpointKey', Type.Object(replacedKey), {
  description: 'The replacement of the key that signs the checkpoints of a tenant.',
  example: REPLACED_KEY_EXAMPLE,
});
export type ReplacedCheckpointKey = Static<typeof ReplacedCheckpointKey>;
