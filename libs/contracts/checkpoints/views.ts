import Type from 'typebox';
import { view } from '../declaration/view';
import { FINGERPRINT, LEDGER_ID } from '../examples';
import { Hash, Id, Timestamp } from '../fields';

/** Of a checkpoint that was kept outside, as a signed note. Two keys and five witnesses sign with about 800. */
export const MAX_NOTE_CHARACTERS = 10_000;

const signedHead = {
  checkpoint: Type.String({ description: 'a signed note (c2sp.org/tlog-checkpoint)' }),
  root_hash: Hash,
  signed_at: Timestamp,
  keys: Type.Array(Type.String(), {
    description: 'the public keys that sign it now, each `<name>+<key id>+<base64>`; pin them when you first get them',
  }),
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
