import { type CommitChained, type TransactionPosted } from '@probity/contracts/ledger/events';
import { type EventStore, StreamCutOff } from '@probity/event-store/event-store';
import { fromBase64 } from '@probity/ledger-verification/encoding';
import { proveNewLeaves } from '@probity/ledger-verification/make-proofs';
import { leafHash, treeOf } from '@probity/ledger-verification/merkle-tree';
import { leafText } from '@probity/ledger-verification/transaction-leaf';
import { type Candidate, isCommit, placeOf } from './candidate';

/** More events than a commit of an older version can have. A forged commit may say that it has any number. */
const MOST_EVENTS = 20_000;
const HASH_BYTES = 32;
/** A proof or a tree has fewer. */
const MOST_HASHES = 128;

/**
 * The proofs that the trees of commits continue those of the commits before, by `placeOf` the commit. A commit has its
 * proof; that of one of an older version is computed from its events. A forged proof proves nothing.
 *
 * @param logged the last event of each stream that a log has: a commit
 */
export async function growthOf(
  store: EventStore,
  candidates: Candidate[],
  logged: ReadonlyMap<string, { revision: number }>,
): Promise<Map<string, Uint8Array[]>> {
  const proofs = new Map<string, Uint8Array[]>();
  const reached = new Map([...logged].map(([stream, { revision }]) => [stream, revision]));
  for (const candidate of candidates) {
    const { stream, revision, commit } = candidate;
    if (!commit) continue;
    const last = reached.get(stream) ?? -1;
    if (revision <= last) continue; // it is in the log
    const proof =
      commit.growth === undefined
        ? await computed(store, candidate, last).catch(unlessCutOff)
        : hashesIn(commit.growth);
    if (proof) proofs.set(placeOf(candidate), proof);
    reached.set(stream, revision);
  }
  return proofs;
}

async function computed(
  store: EventStore,
  { stream, revision }: Candidate,
  last: number,
): Promise<Uint8Array[] | undefined> {
  if (last < 0 || revision - last > MOST_EVENTS) return undefined;
  let before: CommitChained | undefined;
  const leaves: Uint8Array[] = [];
  for await (const events of store.readStream(stream, { from: last, to: revision - 1 })) {
    for (const { type, data, isForeign } of events) {
      if (isForeign) continue;
      if (type === 'CommitChained' && isCommit(data)) before = data;
      if (type !== 'TransactionPosted') continue;
      const leaf = leafIn(data);
      if (!leaf) return undefined;
      leaves.push(leaf);
    }
  }
  const hashes = before && hashesIn(before.frontier);
  const tree = hashes && treeOf(before!.tree_size, hashes);
  return tree && proveNewLeaves(tree, leaves);
}

/** What is left of the stream proves nothing. */
function unlessCutOff(error: unknown): undefined {
  if (!(error instanceof StreamCutOff)) throw error;
}

/** Undefined if one is none. */
function hashesIn(texts: unknown): Uint8Array[] | undefined {
  if (!Array.isArray(texts) || texts.length > MOST_HASHES) return undefined;
  const hashes = texts.map((text: unknown) => (typeof text === 'string' ? fromBase64(text) : undefined));
  return hashes.every((hash) => hash?.length === HASH_BYTES) ? (hashes as Uint8Array[]) : undefined;
}

/** Undefined for an event that was changed. */
function leafIn(data: unknown): Uint8Array | undefined {
  try {
    return leafHash(leafText(data as TransactionPosted));
  } catch {
    return undefined;
  }
}
