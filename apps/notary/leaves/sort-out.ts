import type { LoggedLeaf } from '@probity/contracts/checkpoints/events';
import { type CommitChained, ledgerStream } from '@probity/contracts/ledger/events';
import { fromBase64, sameBytes } from '@probity/ledger-verification/encoding';
import { verifyConsistency } from '@probity/ledger-verification/merkle-proofs';
import { rootOf, treeOf } from '@probity/ledger-verification/merkle-tree';
import { isCount } from '@probity/persistence/storable';
import { hashOfLeaf } from '@probity/read-side/checkpoints/logged-leaf';
import { type Candidate, placeOf } from './candidate';
import type { LedgerHead, LoggedBefore } from './logged-before';

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

/** Why a stream must stop: one of its events cannot be logged, and contradicts nothing that was signed. */
export interface SetAside {
  /** the log to which the stream belongs */
  log: string;
  revision: number;
  problem: string;
}

export interface SortedOut {
  /** what each log lacks, in order */
  missing: Map<string, NewLeaf[]>;
  /** by log; later events of such a log are left out */
  contradictions: Map<string, Contradiction>;
  /** by stream; later events of such a stream are left out */
  setAside: Map<string, SetAside>;
}

/** What of a log, or of a stream, goes on. */
export interface Stopped {
  log: (log: string) => boolean;
  stream: (stream: string) => boolean;
}

/** The event contradicts what was signed. */
class Contradicts extends Error {}

/** The event cannot be logged. */
class CannotBeLogged extends Error {}

/**
 * Decides which events their logs lack. A stream belongs to one log: that of the tenant that its first event names.
 *
 * @param events in the order of their streams
 * @param stopped logs and streams of which nothing is wanted
 */
export function sortOut(events: Candidate[], logged: LoggedBefore, stopped: Stopped): SortedOut {
  const missing = new Map<string, NewLeaf[]>();
  const contradictions = new Map<string, Contradiction>();
  const setAside = new Map<string, SetAside>();
  const streams = new Map(logged.streams);
  const ledgers = new Map(logged.ledgers);
  for (const event of events) {
    const { stream, revision } = event;
    const log = streams.get(stream)?.log ?? logged.owners.get(stream)!;
    if (stopped.log(log) || contradictions.has(log) || stopped.stream(stream) || setAside.has(stream)) continue;
    try {
      const last = streams.get(stream)?.revision ?? -1;
      if (!isCount(revision)) throw new CannotBeLogged(unreadable(revision));
      if (revision <= last) refuseOther(event, logged.hashes.get(placeOf(event)));
      else {
        const leaf = readable(event);
        if (event.commit) refuseOtherCommit(event, event.commit, last, log, logged.foreign);
        else refuseGap(event, last, logged.foreign);
        const ledger =
          event.commit &&
          ledgerOf(event, event.commit, headBefore(event.commit, last, log, ledgers, logged.contradicted), logged);
        if (ledger) ledgers.set(ledger.id, { ...ledger, log });
        const ofLog = missing.get(log) ?? [];
        ofLog.push({ leaf, ...(ledger && { ledger }) });
        missing.set(log, ofLog);
        streams.set(stream, { log, revision });
      }
    } catch (error) {
      if (error instanceof Contradicts) contradictions.set(log, { stream, problem: error.message });
      else if (error instanceof CannotBeLogged) setAside.set(stream, { log, revision, problem: error.message });
      else throw error;
    }
  }
  return { missing, contradictions, setAside };
}

const unreadable = (revision: number): string => `event ${revision} cannot be read, because it was changed`;

function readable({ leaf, revision }: Candidate): LoggedLeaf {
  if (!leaf) throw new CannotBeLogged(unreadable(revision));
  return leaf;
}

function refuseOther({ leaf, revision }: Candidate, logged: Uint8Array | undefined): void {
  if (!leaf) throw new Contradicts(unreadable(revision));
  if (!logged) throw new Contradicts(`the log has later events of the stream, and not event ${revision}`);
  if (!sameBytes(logged, hashOfLeaf(leaf))) throw new Contradicts(`event ${revision} is not the one that was signed`);
}

/** Whether there are only foreign events between the last one and this one. */
function followsOnly(foreign: Set<string>, stream: string, last: number, revision: number): boolean {
  if (revision <= last || revision - last - 1 > foreign.size) return false;
  for (let between = last + 1; between < revision; between++)
    if (!foreign.has(placeOf({ stream, revision: between }))) return false;
  return true;
}

function refuseGap({ stream, revision }: Candidate, last: number, foreign: Set<string>): void {
  if (!followsOnly(foreign, stream, last, revision)) {
    throw new CannotBeLogged(`event ${revision} follows event ${last}; the events between are missing`);
  }
}

function refuseOtherCommit(
  event: Candidate,
  commit: CommitChained,
  last: number,
  log: string,
  foreign: Set<string>,
): void {
  const { stream, revision } = event;
  if (stream !== ledgerStream(commit.ledger_id) || event.names !== log)
    throw new CannotBeLogged(`commit ${revision} belongs to another ledger or tenant`);
  if (!followsOnly(foreign, stream, last, commit.first_revision))
    throw new CannotBeLogged(
      `commit ${revision} begins at ${commit.first_revision}, but the last one ended at ${last}`,
    );
}

/** The head that was signed last; undefined before the first commit. */
function headBefore(
  { ledger_id }: CommitChained,
  last: number,
  log: string,
  ledgers: LoggedBefore['ledgers'],
  contradicted: LoggedBefore['contradicted'],
): LedgerHead | undefined {
  const wrong = contradicted.get(ledger_id);
  if (wrong && (wrong.log === log || last >= 0)) throw new Contradicts(wrong.problem);
  if (wrong) throw new CannotBeLogged('the ledger belongs to another log');
  const head = ledgers.get(ledger_id);
  if (head?.log === log) return head;
  if (last < 0) return undefined;
  throw new Contradicts(
    `commits up to revision ${last} were signed, but notary.ledger_checkpoints has no signed checkpoint`,
  );
}

function ledgerOf(
  event: Candidate,
  commit: CommitChained,
  signed: LedgerHead | undefined,
  logged: LoggedBefore,
): NewLeaf['ledger'] {
  const { revision } = event;
  const { ledger_id, tree_size } = commit;
  const frontier = commit.frontier.map((hash) => fromBase64(hash) ?? new Uint8Array());
  const tree = treeOf(tree_size, frontier);
  if (!tree) throw new CannotBeLogged(`commit ${revision} has a malformed tree`);
  const head = { id: ledger_id, revision, size: tree_size, root: rootOf(tree) };
  if (signed && head.size < signed.size)
    throw new Contradicts(`commit ${revision} has ${head.size} transactions, but ${signed.size} were signed`);
  if (signed && head.size === signed.size && !sameBytes(head.root, signed.root))
    throw new Contradicts(`commit ${revision} differs from the tree of the same size that was signed`);
  if (signed && !continues(signed, head, logged.growth.get(placeOf(event))))
    throw new CannotBeLogged(`the tree of commit ${revision} does not continue the one that was signed`);
  return head;
}

/** Without a proof, no tree does. */
const continues = (before: LedgerHead, after: LedgerHead, growth: readonly Uint8Array[] | undefined): boolean =>
  growth !== undefined && verifyConsistency(before.size, before.root, after.size, after.root, growth);
