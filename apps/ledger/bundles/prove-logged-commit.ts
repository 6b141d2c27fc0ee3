import { type CheckpointSigned, type EventsLogged, logStream } from '@probity/contracts/checkpoints/events';
import { ledgerStream } from '@probity/contracts/ledger/events';
import type { EventStore, RecordedEvent } from '@probity/event-store/event-store';
import { parseCheckpoint } from '@probity/ledger-verification/checkpoint';
import { fromBase64 } from '@probity/ledger-verification/encoding';
import { proveNewLeaf } from '@probity/ledger-verification/make-proofs';
import { verifyInclusion } from '@probity/ledger-verification/merkle-proofs';
import { EMPTY_TREE, type Frontier, treeOf } from '@probity/ledger-verification/merkle-tree';
import { parseNote } from '@probity/ledger-verification/signed-note';
import { formatProof } from '@probity/ledger-verification/tlog-proof';
import type { Refusal } from '@probity/platform/errors';
import { hashOfLeaf } from '@probity/read-side/checkpoints/logged-leaf';
import { unprovable } from '../receipts/unprovable';

/**
 * How far to read back for the signed leaves and the checkpoint before them. Other programs may have written between them in
 * EventStoreDB. Each event of a busy tenant has many leaves, so the first read has no more than it needs.
 */
const READ_BACK = [2, 50];

/** A commit of a ledger, and the revision of the CheckpointSigned that signed it in the log of its tenant. */
export interface LoggedCommit {
  tenantId: string;
  ledgerId: string;
  revision: number;
  logRevision: number;
}

/**
 * The proof (c2sp.org/tlog-proof) that the log of the tenant has the commit. It reads the events that signed it, however
 * large the log is.
 *
 * @throws Refusal `ledger_inconsistent` when the log contradicts itself
 */
export async function proveLoggedCommit(events: EventStore, commit: LoggedCommit): Promise<string> {
  const { signed, logged, before } = await readLogged(events, commit);
  const at = logged.leaves.findIndex(
    ([stream, revision]) => stream === ledgerStream(commit.ledgerId) && revision === commit.revision,
  );
  const leaves = logged.leaves.map(hashOfLeaf);
  if (at === -1) throw contradicts(commit);
  const index = logged.first_index + at;
  const hashes = proveNewLeaf(before, leaves, at);
  const { size, root } = parseCheckpoint(parseNote(signed.checkpoint).text);
  if (!verifyInclusion(leaves[at]!, index, size, hashes, root)) throw contradicts(commit);
  return formatProof({ index, hashes, checkpoint: signed.checkpoint });
}

interface Logged {
  signed: CheckpointSigned;
  logged: EventsLogged['data'];
  /** the tree before these leaves */
  before: Frontier;
}

async function readLogged(events: EventStore, commit: LoggedCommit): Promise<Logged> {
  const { tenantId, logRevision: to } = commit;
  let own: RecordedEvent[] = [];
  for (const back of READ_BACK) {
    own = [];
    for await (const chunk of events.readStream(logStream(tenantId), { from: Math.max(0, to - back), to }))
      own.push(...chunk.filter(({ isForeign, data }) => !isForeign && data !== undefined));
    if (own.length === READ_BACK[0]! + 1) break;
  }
  const [signed, logged, previous] = own.reverse();
  if (logged?.type !== 'EventsLogged' || signed?.type !== 'CheckpointSigned') throw contradicts(commit);
  const frontier = previous?.type === 'CheckpointSigned' ? (previous.data as CheckpointSigned).frontier : [];
  const size = (logged.data as EventsLogged['data']).first_index;
  const before =
    size === 0
      ? EMPTY_TREE
      : treeOf(
          size,
          frontier.map((hash) => fromBase64(hash) ?? new Uint8Array()),
        );
  if (!before) throw contradicts(commit);
  return { signed: signed.data as CheckpointSigned, logged: logged.data as EventsLogged['data'], before };
}

const contradicts = ({ ledgerId, revision }: LoggedCommit): Refusal =>
  unprovable(ledgerId, `the log of the tenant does not have its commit at revision ${revision} as it was signed`);
