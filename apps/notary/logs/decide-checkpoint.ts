import { type CheckpointSigned, type EventsLogged, PLATFORM_LOG } from '@probity/contracts/checkpoints/events';
import { formatCheckpoint } from '@probity/ledger-verification/checkpoint';
import { toBase64 } from '@probity/ledger-verification/encoding';
import { appendLeaf, type Frontier, rootOf } from '@probity/ledger-verification/merkle-tree';
import { ledgerOrigin, PLATFORM_ORIGIN, tenantOrigin } from '@probity/ledger-verification/origins';
import { signNote } from '@probity/platform/transparency/sign-note';
import { hashOfLeaf } from '@probity/read-side/checkpoints/logged-leaf';
import type { CheckpointKey } from '../keys/checkpoint-keys';
import type { NewLeaf } from '../leaves/sort-out';

export const originOf = (log: string): string => (log === PLATFORM_LOG ? PLATFORM_ORIGIN : tenantOrigin(log));

/** The data of the two events that append leaves to a log, and the tree after them. */
export function decideCheckpoint(
  log: string,
  before: Frontier,
  leaves: NewLeaf[],
  keys: CheckpointKey[],
  now: Date,
): { logged: EventsLogged['data']; signed: CheckpointSigned; tree: Frontier } {
  const tree = leaves.reduce((grown, { leaf }) => appendLeaf(grown, hashOfLeaf(leaf)), before);
  const of = log === PLATFORM_LOG ? { log } : { log, tenant_id: log };
  const at = now.toISOString();
  return {
    tree,
    logged: { ...of, first_index: before.size, leaves: leaves.map(({ leaf }) => leaf), logged_at: at },
    signed: {
      ...of,
      tree_size: tree.size,
      frontier: tree.hashes.map(toBase64),
      checkpoint: signed(originOf(log), tree.size, rootOf(tree), keys),
      ledgers: lastHeads(leaves).map(({ id, revision, size, root }) => ({
        ledger_id: id,
        revision,
        tree_size: size,
        checkpoint: signed(ledgerOrigin(id), size, root, keys),
      })),
      key_ids: keys.map(({ id }) => id),
      signed_at: at,
    },
  };
}

const signed = (origin: string, size: number, root: Uint8Array, keys: CheckpointKey[]): string =>
  signNote(formatCheckpoint({ origin, size, root }), ...keys.map(({ privateKey }) => ({ name: origin, privateKey })));

/** The last head of each ledger. */
function lastHeads(leaves: NewLeaf[]): NonNullable<NewLeaf['ledger']>[] {
  return [...new Map(leaves.flatMap(({ ledger }) => (ledger ? [[ledger.id, ledger]] : []))).values()];
}
