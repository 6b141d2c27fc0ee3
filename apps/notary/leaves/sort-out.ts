import type { LoggedLeaf } from '@probity/contracts/checkpoints/events';
import { type CommitChained, ledgerStream } from '@probity/contracts/ledger/events';
import { fromBase64, sameBytes } from '@probity/ledger-verification/encoding';
import { rootOf, treeOf } from '@probity/ledger-verification/merkle-tree';
import { hashOfLeaf } from '@probity/read-side/checkpoints/logged-leaf';
import type { Candidate } from './candidate';
import { type LedgerHead, type LoggedBefore, placeOf } from './logged-before';

/** An event to append to a log. */
export interface NewLeaf {
  leaf: LoggedLeaf;
  /** for the end of a commit: the ledger and its tree */
  ledger?: LedgerHead & { id: string; revision: number };
}

/** Why a log must stop: an event contradicts what was signed before. */
export interface Contradiction {
  stream: string;
  problem: string;
}

export interface SortedOut {
  /** what each log lacks, in order */
  missing: Map<string, NewLeaf[]>;
  /** by log; later events of such a log are left out */
  contradictions: Map<string, Contradiction>;
}

class Contradicts extends Error {}

/**
 * Decides which events their logs lack. A stream belongs to one log: that of the tenant that its first event names.
 *
 * @param events in the order of their streams
 * @param isStopped logs of which nothing is wanted
 */
export function sortOut(events: Candidate[], before: LoggedBefore, isStopped: (log: string) => boolean): SortedOut {
  const missing = new Map<string, NewLeaf[]>();
  const contradictions = new Map<string, Contradiction>();
  const streams = new Map(before.streams);
  const ledgers = new Map(before.ledgers);
  for (const event of events) {
    const { stream, revision } = event;
    const log = streams.get(stream)?.log ?? before.owners.get(stream)!;
    if (isStopped(log) || contradictions.has(log)) continue;
    try {
      const last = streams.get(stream)?.revision ?? -1;
      const leaf = readable(event);
      if (revision <= last) refuseOther(leaf, before.hashes.get(placeOf(event)));
      else {
        if (event.commit) refuseOtherCommit(event, event.commit, last, log);
        else refuseGap(event, last, before.foreign);
        const ledger = event.commit && ledgerOf(event.commit, revision, ledgers.get(event.commit.ledger_id));
        if (ledger) ledgers.set(ledger.id, ledger);
        const ofLog = missing.get(log) ?? [];
        ofLog.push({ leaf, ...(ledger && { ledger }) });
        missing.set(log, ofLog);
        streams.set(stream, { log, revision });
      }
    } catch (error) {
      if (!(error instanceof Contradicts)) throw error;
      contradictions.set(log, { stream, problem: error.message });
    }
  }
  return { missing, contradictions };
}

function readable({ leaf, revision }: Candidate): LoggedLeaf {
  if (!leaf) throw new Contradicts(`event ${revision} cannot be read, because it was changed`);
  return leaf;
}

function refuseOther(leaf: LoggedLeaf, logged: Uint8Array | undefined): void {
  const [, revision] = leaf;
  if (!logged) throw new Contradicts(`the log has later events of the stream, and not event ${revision}`);
  if (!sameBytes(logged, hashOfLeaf(leaf))) throw new Contradicts(`event ${revision} is not the one that was signed`);
}

function refuseGap({ stream, revision }: Candidate, last: number, foreign: Set<string>): void {
  for (let between = last + 1; between < revision; between++) {
    if (!foreign.has(placeOf({ stream, revision: between })))
      throw new Contradicts(`event ${revision} follows event ${last}; the events between are missing`);
  }
}

function refuseOtherCommit(event: Candidate, commit: CommitChained, last: number, log: string): void {
  const { stream, revision } = event;
  if (stream !== ledgerStream(commit.ledger_id) || event.names !== log)
    throw new Contradicts(`commit ${revision} belongs to another ledger or tenant`);
  if (commit.first_revision !== last + 1)
    throw new Contradicts(`commit ${revision} begins at ${commit.first_revision}, but the last one ended at ${last}`);
}

function ledgerOf(commit: CommitChained, revision: number, signed: LedgerHead | undefined): NewLeaf['ledger'] {
  const { ledger_id, tree_size } = commit;
  const frontier = commit.frontier.map((hash) => fromBase64(hash) ?? new Uint8Array());
  const tree = treeOf(tree_size, frontier);
  if (!tree) throw new Contradicts(`commit ${revision} has a malformed tree`);
  const head = { id: ledger_id, revision, size: tree_size, root: rootOf(tree) };
  if (signed && head.size < signed.size)
    throw new Contradicts(`commit ${revision} has ${head.size} transactions, but ${signed.size} were signed`);
  if (signed && head.size === signed.size && !sameBytes(head.root, signed.root))
    throw new Contradicts(`commit ${revision} differs from the tree of the same size that was signed`);
  return head;
}
