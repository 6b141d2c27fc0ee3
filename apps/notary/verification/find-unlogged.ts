import { setTimeout as delay } from 'node:timers/promises';
import type { LogProblem } from '@probity/contracts/audit/verification';
import { type Unlogged, UnloggedEvents, type UnloggedParts } from '../leaves/unlogged-events';

/** Further ones say nothing new. */
const MAX_FOUND = 1_000;
const SIGNED = 'SELECT coalesce(sum(tree_size), 0)::float8 AS size FROM notary.logs';

/** How long events may be in no log. */
export interface Patience {
  /** while the notary signs nothing; it signs an event within about a second */
  quietMs: number;
  /** while it signs other events, because many wait */
  busyMs: number;
  lookMs: number;
}

export const PATIENCE: Patience = { quietMs: 10_000, busyMs: 60_000, lookMs: 250 };

/**
 * Finds the streams with events that the log lacks and that it does not get while it waits. It also waits for events that
 * the notary cannot have yet, because an older transaction is open, but leaves them out of the problems. Few streams are
 * in memory. Yields problems after each part of the work, often none.
 */
export async function* findUnlogged(
  parts: UnloggedParts,
  log: string,
  patience: Patience,
): AsyncGenerator<LogProblem[]> {
  const events = new UnloggedEvents(parts, log);
  const waiting: Unlogged[] = [];
  let problems = 0;
  for await (const some of events.inAll()) {
    waiting.push(...some);
    yield [];
    if (waiting.length < MAX_FOUND) continue;
    problems += waiting.length;
    yield* untilLogged(parts, events, waiting.splice(0), patience);
    if (problems >= MAX_FOUND) return;
  }
  yield* untilLogged(parts, events, waiting, patience);
}

async function* untilLogged(
  { sql }: UnloggedParts,
  events: UnloggedEvents,
  found: Unlogged[],
  { quietMs, busyMs, lookMs }: Patience,
): AsyncGenerator<LogProblem[]> {
  const signed = async (): Promise<number> => (await sql.query<{ size: number }>(SIGNED)).rows[0]!.size;
  const began = performance.now();
  let [size, grewAt] = [await signed(), began];
  let waiting = found;
  let heldBack: Set<string> | undefined;
  while (waiting.length > 0) {
    const now = performance.now();
    const grown = await signed();
    if (grown !== size) [size, grewAt] = [grown, now];
    waiting = await events.still(waiting);
    // Events that the notary gets meanwhile may be too many for the rest of the time.
    heldBack ??= new Set(waiting.filter(({ isHeldBack }) => isHeldBack).map(({ stream }) => stream));
    if (now - grewAt >= quietMs || now - began >= busyMs) break;
    yield [];
    await delay(lookMs);
  }
  const problem = { kind: 'cut_log', unlogged: true, detail: 'the log lacks it' } as const;
  const hidden = waiting.filter(({ stream }) => !heldBack?.has(stream));
  yield hidden.map(({ stream, revision }) => ({ ...problem, stream, revision }));
}
