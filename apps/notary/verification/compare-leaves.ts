import type { LogProblem } from '@probity/contracts/audit/verification';
import type { LoggedLeaf } from '@probity/contracts/checkpoints/events';
import { type EventStore, type RecordedEvent, StreamCutOff } from '@probity/event-store/event-store';
import { eventDigest } from '@probity/ledger-verification/event-chain';

/** Streams that are read at the same time. The notary signs meanwhile. */
const READS_AT_ONCE = 2;

/** A leaf and its index in the log. */
interface Placed {
  leaf: LoggedLeaf;
  position: number;
}

/** Returns the leaves whose event is missing in the store, or has another content, by their positions. */
export async function compareLeaves(store: EventStore, first: number, leaves: LoggedLeaf[]): Promise<LogProblem[]> {
  const streams = new Map<string, Placed[]>();
  for (const [index, leaf] of leaves.entries()) {
    const ofStream = streams.get(leaf[0]) ?? [];
    ofStream.push({ leaf, position: first + index });
    streams.set(leaf[0], ofStream);
  }
  const waiting = [...streams.values()].flatMap(runsOf).values();
  const problems: LogProblem[] = [];
  const readSome = async (): Promise<void> => {
    for (const run of waiting) problems.push(...(await compareRun(store, run)));
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, readSome));
  return problems.sort((one, other) => one.position! - other.position!);
}

/** Divides leaves of a stream into parts whose revisions follow each other. */
function runsOf(leaves: Placed[]): Placed[][] {
  const runs: Placed[][] = [];
  for (const placed of leaves.toSorted((one, other) => one.leaf[1] - other.leaf[1])) {
    const run = runs.at(-1);
    if (run && run.at(-1)!.leaf[1] + 1 === placed.leaf[1]) run.push(placed);
    else runs.push([placed]);
  }
  return runs;
}

async function compareRun(store: EventStore, run: Placed[]): Promise<LogProblem[]> {
  const [stream, from] = run[0]!.leaf;
  const to = run.at(-1)!.leaf[1];
  const problems = new Map<number, LogProblem>();
  const missing = new Map(run.map((placed) => [placed.leaf[1], placed]));
  try {
    for await (const events of store.readStream(stream, { from, to })) {
      for (const event of events) {
        const placed = missing.get(event.revision);
        if (!placed) continue;
        missing.delete(event.revision);
        const problem = differenceOf(placed, event);
        if (problem) problems.set(event.revision, problem);
      }
    }
  } catch (error) {
    if (!(error instanceof StreamCutOff)) throw error;
  }
  for (const [revision, { position }] of missing) {
    problems.set(revision, { kind: 'missing_event', position, stream, revision, detail: 'the log has it' });
  }
  return [...problems.values()];
}

function differenceOf({ leaf, position }: Placed, event: RecordedEvent): LogProblem | undefined {
  const [stream, revision, id, type, digest] = leaf;
  const changed = (field: string, detail: string): LogProblem => {
    return { kind: 'changed_event', position, stream, revision, field, detail };
  };
  if (event.isForeign || event.data === undefined)
    return changed('content', 'it cannot be read, because it was changed');
  if (event.id !== id) return changed('id', `the log has ${id}`);
  if (event.type !== type) return changed('type', `the log has ${type}`);
  if (eventDigest(event) !== digest) return changed('content', 'it is not the one that the log has');
  return undefined;
}
