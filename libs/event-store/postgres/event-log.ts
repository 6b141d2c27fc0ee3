import { SEALED_ITEMS } from '@probity/contracts/personal-data/sealed-items';
import { INGESTION_STREAM_PREFIX } from '@probity/contracts/pipeline/ingestion-events';
import type { Sql } from '@probity/persistence/database';
import { pause } from '@probity/platform/pause';
import type { Checkpoint, EventPlace, ReadBatch } from '../event-store';
import { BEFORE_ALL, FROM_OTHER_SERVER, refuseOtherServer } from './other-server';
import { CHUNK_BYTES, CHUNK_SIZE, type EventRow, ROW_BYTES, ROW_COLUMNS, toEvent } from './stored-event';

/** The events that a reader wants. */
export interface Wanted {
  prefix: string;
  /** types of events that are left out */
  leftOut?: readonly string[];
}

/** Whether a row is one of them. */
const IS_WANTED = 'starts_with(stream, $3) AND type <> ALL($5::text[])';

/**
 * Most readers want no accepted events, and there are very many. The index of the order without them has this condition:
 * so a reader that waits does not look at them at all.
 */
const WITHOUT_ACCEPTED = `stream NOT LIKE '${INGESTION_STREAM_PREFIX}%'`;

function conditionFor({ prefix, leftOut = [] }: Wanted): string {
  const leavesThemOut = [...SEALED_ITEMS].every((type) => leftOut.includes(type));
  const wantsOthers = prefix !== '' && !prefix.startsWith(INGESTION_STREAM_PREFIX);
  return leavesThemOut || wantsOthers ? WITHOUT_ACCEPTED : 'true';
}

/** The rows that one read looks at when types are left out: most of them are not returned. */
const MANY = 4 * CHUNK_SIZE;

/** How long a subscription that has read all events waits before it reads again. */
const LOOK_AGAIN_AFTER_MS = 50;

/** Whether all transactions up to that of a row have ended, so that no later commit can come before it. */
const IS_BEFORE_OPEN = 'transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint';

/**
 * The next events of all streams, in an order in which a later commit cannot insert an event before the events that
 * were read. To guarantee this, it leaves out the oldest open transaction and all newer ones. Of the events
 * that the reader does not want, it returns only the last one, without its content, so that the checkpoint of the reader
 * moves past it. Their contents are left out first: the windows copy each row.
 */
const readOn = (condition: string): string => `
  WITH next AS (
    SELECT *, row_number() OVER log AS nth,
      coalesce(sum(${ROW_BYTES}) OVER log, 0) - coalesce(${ROW_BYTES}, 0) AS bytes_before
    FROM (
      SELECT transaction_id, position, revision, id, CASE WHEN wanted THEN stream END AS stream,
        CASE WHEN wanted THEN type END AS type, CASE WHEN wanted THEN data END AS data,
        CASE WHEN wanted THEN metadata END AS metadata
      FROM (
        SELECT *, ${IS_WANTED} AS wanted FROM event_store.events
        WHERE ${condition} AND (transaction_id, position) > ($1, $2)
          AND ${IS_BEFORE_OPEN}
        ORDER BY transaction_id, position LIMIT $4) read) following
    WINDOW log AS (ORDER BY transaction_id, position)
  ), bounded AS (
    SELECT * FROM next WHERE bytes_before < ${CHUNK_BYTES}
  ), looked_at AS (SELECT count(*) AS events, (SELECT count(*) FROM next) AS found FROM bounded)
  SELECT transaction_id, position, found = $4 OR events < found AS more, ${ROW_COLUMNS}
  FROM bounded, looked_at WHERE stream IS NOT NULL OR nth = events ORDER BY transaction_id, position`;

/**
 * Whether there is anything for `readOn`, which Postgres plans anew each time: a reader that waits for events would keep
 * the server busy with plans. It looks at the end of the order, so that each plan reads one entry of the index. EXISTS
 * with the condition of `readOn` would read the whole table each time: Postgres expects to find an event at once.
 */
export const isThereMore = (condition: string = WITHOUT_ACCEPTED): string => `
  SELECT coalesce((
    SELECT (transaction_id, position) > ($1, $2) FROM event_store.events
    WHERE ${condition} AND ${IS_BEFORE_OPEN}
    ORDER BY transaction_id DESC, position DESC LIMIT 1), false) AS more`;

/** Transactions that committed before this query have lower ids. */
const NEXT_TRANSACTION = 'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS id';

/** Whether all transactions with lower ids have ended. */
const HAVE_ENDED = 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= $1::bigint AS ended';

/**
 * Which of these events READ_ON does not reach yet, because of an open transaction. An id that no transaction has had yet
 * is made up: no transaction that is open now explains that its event is not read.
 */
const HELD_BACK = `
  SELECT p.nth::int FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS p (stream, revision, nth)
  JOIN event_store.events e ON e.stream = p.stream AND e.revision = p.revision
  WHERE NOT (${IS_BEFORE_OPEN}) AND transaction_id < pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;

interface OrderedRow extends Omit<EventRow, 'stream'> {
  /** null for an event that is not wanted */
  stream: string | null;
  transaction_id: string;
  position: string;
  /** whether there may be more events */
  more: boolean;
}

/**
 * Yields the events that are wanted, in the order of their transactions, until the signal is aborted. Polls,
 * because Postgres does not notify a reader of a commit in this order. A long transaction that writes, such as a rebuild,
 * delays the events that are committed after its start.
 */
export async function* follow(
  sql: Sql,
  wanted: Wanted,
  after: Checkpoint | undefined,
  signal: AbortSignal,
): AsyncIterable<ReadBatch> {
  await refuseOtherServer(sql, after);
  yield* readAll(sql, wanted, after, signal, () => Promise.resolve(false));
}

/** Yields what was committed before the call, in the same order. It waits for transactions that began before the call. */
export async function* readToEnd(
  sql: Sql,
  wanted: Wanted,
  after: Checkpoint | undefined,
  signal: AbortSignal,
): AsyncIterable<ReadBatch> {
  const { rows } = await sql.query<{ id: string }>(NEXT_TRANSACTION);
  const end = rows[0]!.id;
  if (after === undefined) await refuseOtherServer(sql);
  else if (BigInt(after.split(':')[0]!) >= BigInt(end)) throw new Error(FROM_OTHER_SERVER);
  const hasEnded = async () => (await sql.query<{ ended: boolean }>(HAVE_ENDED, [end])).rows[0]!.ended;
  for await (const batch of readAll(sql, wanted, after, signal, hasEnded, false)) {
    yield batch;
    if (BigInt(batch.checkpoint.split(':')[0]!) >= BigInt(end)) return;
  }
}

/**
 * @param isComplete whether the next read that finds nothing more is the last one
 * @param polls whether it waits for new events, so that most reads find nothing
 */
async function* readAll(
  sql: Sql,
  wanted: Wanted,
  after: Checkpoint | undefined,
  signal: AbortSignal,
  isComplete: () => Promise<boolean>,
  polls = true,
): AsyncIterable<ReadBatch> {
  let checkpoint = after ?? BEFORE_ALL;
  let complete = false;
  const condition = conditionFor(wanted);
  const [anyMore, next] = [isThereMore(condition), readOn(condition)];
  while (!signal.aborted) {
    const [transactionId, position] = checkpoint.split(':');
    const { prefix, leftOut = [] } = wanted;
    const atOnce = leftOut.length > 0 ? MANY : CHUNK_SIZE;
    const values = [transactionId, position, prefix, atOnce, leftOut];
    const hasMore = async () => (await sql.query<{ more: boolean }>(anyMore, [transactionId, position])).rows[0]!.more;
    const { rows } = !polls || (await hasMore()) ? await sql.query<OrderedRow>(next, values) : { rows: [] };
    const last = rows.at(-1);
    if (last) {
      checkpoint = `${last.transaction_id}:${last.position}`;
      const events = rows.filter((row) => row.stream !== null).map((row) => toEvent(row as EventRow));
      yield { events, checkpoint, more: last.more };
    }
    if (last?.more) continue;
    if (complete) return;
    complete = await isComplete();
    if (!complete) await pause(LOOK_AGAIN_AFTER_MS, signal);
  }
}

/** Those of these events that readers do not get yet, because an older transaction is open. */
export async function heldBack<Place extends EventPlace>(sql: Sql, events: Place[]): Promise<Place[]> {
  // Probity writes no other revision. A forged row may have one that is not even in the range of bigint.
  const places = events.filter(({ revision }) => Number.isSafeInteger(revision));
  if (places.length === 0) return [];
  const values = [places.map(({ stream }) => stream), places.map(({ revision }) => revision)];
  return (await sql.query<{ nth: number }>(HELD_BACK, values)).rows.map(({ nth }) => places[nth - 1]!);
}
