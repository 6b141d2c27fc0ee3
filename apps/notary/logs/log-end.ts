import type { CheckpointSigned, EventsLogged } from '@probity/contracts/checkpoints/events';
import { EventUnknown } from '@probity/event-store/damaged';
import type { EventStore, RecordedEvent } from '@probity/event-store/event-store';
import { fromBase64, sameBytes } from '@probity/ledger-verification/encoding';
import { appendLeaf, EMPTY_TREE, type Frontier, rootOf, treeOf } from '@probity/ledger-verification/merkle-tree';
import { loggedIn, signedIn } from '@probity/read-side/checkpoints/log-events';
import { hashOfLeaf } from '@probity/read-side/checkpoints/logged-leaf';
import { LogContradicts } from './log-damage';

const TYPES = ['EventsLogged', 'CheckpointSigned'];
/** The last append, and the checkpoint before it. */
const NEEDED = 3;
/** The first read, which mostly has them. */
const READ_BACK = 4;
const MOST_READ_BACK = 500;
/** Another program may write any number of events behind them. */
const MAX_BEHIND = 20_000;

/** The end of a log: its last append, and the checkpoint that it continues. */
export interface LogEnd {
  signed: CheckpointSigned;
  logged: EventsLogged['data'];
  /** undefined for the first append, or behind very many events of another program */
  before: CheckpointSigned | undefined;
}

/**
 * Reads the last events of Probity in the stream of a log.
 *
 * @throws LogContradicts when they are not an append, which is leaves with their checkpoint
 * @throws EventDamaged
 */
export async function readLogEnd(store: EventStore, stream: string, revision: number): Promise<LogEnd> {
  const [before, logged, signed] = await lastOwn(store, stream, revision);
  if (signed?.type === 'EventsLogged') throw new LogContradicts('its last events have no checkpoint');
  if (!signed) throw new LogContradicts('it has events, but no checkpoint');
  if (logged?.type !== 'EventsLogged') throw new LogContradicts('its last checkpoint follows no events that it signs');
  if (before && before.type !== 'CheckpointSigned')
    throw new LogContradicts('the events before its last checkpoint have two beginnings');
  return { signed: signedIn(signed), logged: loggedIn(logged), before: before && signedIn(before) };
}

/**
 * The tree that the last checkpoint says. A copy of an older append does not continue the checkpoint before it.
 *
 * @throws LogContradicts
 */
export function treeAtEnd({ signed, logged, before }: LogEnd): Frontier {
  const tree = frontierOf(signed);
  const start = logged.first_index === 0 ? EMPTY_TREE : before && frontierOf(before);
  if (!tree) throw new LogContradicts('its last checkpoint was changed');
  if (logged.first_index + logged.leaves.length !== tree.size || (before && before.tree_size !== logged.first_index))
    throw new LogContradicts('its last events do not continue the checkpoint before them');
  if (!start) return tree;
  const grown = logged.leaves.reduce((each, leaf) => appendLeaf(each, hashOfLeaf(leaf)), start);
  if (!sameBytes(rootOf(grown), rootOf(tree)))
    throw new LogContradicts('its last checkpoint is not the head of the events before it');
  return tree;
}

const frontierOf = ({ tree_size, frontier }: CheckpointSigned): Frontier | undefined =>
  treeOf(
    tree_size,
    frontier.map((hash) => fromBase64(hash) ?? new Uint8Array()),
  );

/** The last three events of Probity, the newest last; undefined where it has fewer. */
async function lastOwn(store: EventStore, stream: string, revision: number): Promise<(RecordedEvent | undefined)[]> {
  let own: RecordedEvent[] = [];
  for (let to = revision, count = READ_BACK; to >= 0 && own.length < NEEDED;) {
    if (revision - to > MAX_BEHIND && own.length >= NEEDED - 1) break;
    if (revision - to > MAX_BEHIND) throw new LogContradicts(`its last checkpoint is ${MAX_BEHIND} events back`);
    const found: RecordedEvent[] = [];
    for await (const events of store.readStream(stream, { from: Math.max(0, to - count + 1), to }))
      found.push(...events.filter(({ isForeign }) => !isForeign));
    for (const event of found)
      if (!TYPES.includes(event.type)) throw new LogContradicts(new EventUnknown(event).message);
    own = [...found, ...own].slice(-NEEDED);
    to -= count;
    count = Math.min(count * 5, MOST_READ_BACK);
  }
  return Array.from({ length: NEEDED }, (_, n) => own[own.length - NEEDED + n]);
}
