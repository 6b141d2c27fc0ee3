import { type Database, type Sql, wasRolledBack } from '@probity/persistence/database';
import { isTransientFailure, sqlState, UNIQUE_VIOLATION } from '@probity/persistence/failures';
import { dataText } from '../data-text';
import {
  AppendRejected,
  type Checkpoint,
  type EventPlace,
  EventStore,
  type FirstEvent,
  type InlineProjection,
  type NewEvent,
  type ReadBatch,
  type ReadOptions,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../event-store';
import { follow, heldBack, readToEnd } from './event-log';
import {
  CHUNK_BYTES,
  CHUNK_SIZE,
  type EventRow,
  MAX_DATA_BYTES,
  MAX_REVISION,
  MAX_WORD_BYTES,
  ROW_BYTES,
  ROW_COLUMNS,
  toEvent,
} from './stored-event';

/**
 * Appends only if the stream is at the expected revision. The primary key makes the slower of two appends fail. JSON has
 * no line breaks: JSON.stringify escapes them. So lines of JSON are one text, and no quote needs escaping for an array.
 */
const INSERT_EVENTS = `
  INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
  SELECT $1, $2::bigint + n, id, type, data, metadata
  FROM unnest($3::uuid[], $4::text[], string_to_array($5, E'\\n'), string_to_array($6, E'\\n', ''))
    WITH ORDINALITY AS e (id, type, data, metadata, n)
  WHERE $2::bigint = coalesce((SELECT max(revision) FROM event_store.events WHERE stream = $1), -1)`;

/** In one order, so that two appends of the same streams wait for each other and do not lock each other out. */
const INSERT_FIRST = `
  INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
  SELECT stream, 0, id, type, data, metadata
  FROM unnest($1::text[], $2::uuid[], $3::text[], string_to_array($4, E'\\n'), string_to_array($5, E'\\n', ''))
    AS e (stream, id, type, data, metadata)
  ORDER BY stream
  ON CONFLICT DO NOTHING RETURNING stream`;

/** Which of these first events are stored already, by an earlier attempt of the same call. */
const HELD_FIRST = `
  SELECT e.stream FROM event_store.events e
  JOIN unnest($1::text[], $2::uuid[], $3::text[]) AS f (stream, id, data)
    ON e.stream = f.stream AND e.id = f.id AND e.data = f.data
  WHERE e.revision = 0`;

/** How many of these events are stored. They are compared in Postgres: what is stored at their places may be large. */
const COUNT_HELD = `
  SELECT count(*)::int AS held
  FROM unnest($3::uuid[], string_to_array($4, E'\\n')) WITH ORDINALITY AS f (id, data, n)
  JOIN event_store.events e ON e.stream = $1 AND e.revision = $2::bigint + n AND e.id = f.id AND e.data = f.data`;

interface RangeRow extends EventRow {
  /** how many rows the limit admits; the read leaves some out when events are large */
  found: string;
}

const READ_RANGE = `
  SELECT ${ROW_COLUMNS}, found FROM (
    SELECT *, sum(${ROW_BYTES}) OVER (ORDER BY revision) - ${ROW_BYTES} AS bytes_before, count(*) OVER () AS found FROM (
      SELECT stream, revision, id, type, data, metadata FROM event_store.events
      WHERE stream = $1 AND revision BETWEEN $2 AND $3 ORDER BY revision LIMIT $4) next) sized
  WHERE bytes_before < ${CHUNK_BYTES} ORDER BY sized.revision`;

const READ_LAST = `
  SELECT ${ROW_COLUMNS} FROM event_store.events e WHERE stream = $1 ORDER BY e.revision DESC LIMIT 1`;

/** The highest one that Postgres stores. */
const LAST_REVISION = '9223372036854775807';

/**
 * Jumps in the index from stream to stream, because a stream may have millions of events. It also finds streams whose first
 * event is missing: a verification must name them. The bounds keep it from streams of other prefixes.
 */
const LIST_STREAMS = `
  WITH RECURSIVE found AS (
    (SELECT stream FROM event_store.events WHERE stream > $2 AND stream >= $1 AND stream < $4 ORDER BY stream LIMIT 1)
    UNION ALL
    SELECT following.stream FROM found CROSS JOIN LATERAL (
      SELECT e.stream FROM event_store.events e WHERE e.stream > found.stream AND e.stream < $4 ORDER BY e.stream LIMIT 1
    ) following)
  SELECT stream FROM found LIMIT $3`;

/** The first name after all names with this prefix, which is ASCII, in the order of bytes. */
const endOf = (prefix: string): string =>
  prefix === '' ? '\u{10FFFF}' : prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);

/** Events in a Postgres table. An append and its projection are in one transaction. */
export class PostgresEventStore extends EventStore {
  readonly isAtomic = true;

  constructor(private readonly database: Database) {
    super();
  }

  async append(
    stream: string,
    expectedRevision: number,
    events: NewEvent[],
    projection: InlineProjection,
  ): Promise<RecordedEvent[]> {
    const recorded = events.map((event, index) => ({ ...event, stream, revision: expectedRevision + 1 + index }));
    const ids = events.map((event) => event.id);
    const types = events.map((event) => event.type);
    const data = events.map((event) => dataText(event.data));
    const metadata = events.map((event) => (event.metadata ? JSON.stringify(event.metadata) : ''));
    refuseTooLong(stream, data, MAX_DATA_BYTES);
    refuseTooLong(stream, [...types, ...metadata], MAX_WORD_BYTES);
    try {
      await this.database.transaction(async (sql) => {
        // Both are sent together, to save a round trip. The revision is checked before COMMIT.
        const [inserted, projected] = await Promise.allSettled([
          insert(sql, [stream, expectedRevision, ids, types, data.join('\n'), metadata.join('\n')]),
          projection(sql, recorded, true),
        ]);
        if (inserted.status === 'rejected') throw inserted.reason;
        if (inserted.value !== events.length) throw new WrongExpectedRevision(stream, expectedRevision);
        if (projected.status === 'rejected') throw projected.reason;
      });
      return recorded;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) {
        if (await this.holds(recorded, data)) return recorded;
        throw error;
      }
      if (wasRolledBack(error) && !isTransientFailure(error)) throw new AppendRejected(stream, error);
      throw error;
    }
  }

  /** All in one transaction. */
  override async beginStreams(first: FirstEvent[], projection: InlineProjection): Promise<Set<string>> {
    const column = <T>(value: (event: NewEvent) => T): T[] => first.map(({ event }) => value(event));
    const [ids, data] = [column(({ id }) => id), column((event) => dataText(event.data))];
    const types = column(({ type }) => type);
    const metadata = column((event) => (event.metadata ? JSON.stringify(event.metadata) : ''));
    refuseTooLong(first[0]?.stream, data, MAX_DATA_BYTES);
    refuseTooLong(first[0]?.stream, [...types, ...metadata], MAX_WORD_BYTES);
    try {
      return await this.database.transaction(async (sql) => {
        const streams = first.map(({ stream }) => stream);
        const values = [streams, ids, types, data.join('\n'), metadata.join('\n')];
        const { rows } = await sql.query<{ stream: string }>(INSERT_FIRST, values);
        const begun = new Set(rows.map(({ stream }) => stream));
        const recorded = first.filter(({ stream }) => begun.has(stream));
        const events = recorded.map(({ stream, event }) => ({ ...event, stream, revision: 0 }));
        if (events.length > 0) await projection(sql, events, true);
        if (begun.size === first.length) return begun;
        const held = await sql.query<{ stream: string }>(HELD_FIRST, [streams, ids, data]);
        return new Set([...begun, ...held.rows.map(({ stream }) => stream)]);
      });
    } catch (error) {
      if (wasRolledBack(error) && !isTransientFailure(error)) throw new AppendRejected(first[0]!.stream, error);
      throw error;
    }
  }

  async *readStream(
    stream: string,
    { from = 0, to, chunkSize = CHUNK_SIZE }: ReadOptions = {},
  ): AsyncIterable<RecordedEvent[]> {
    const last = to ?? MAX_REVISION;
    const lastStored = last >= MAX_REVISION ? LAST_REVISION : last;
    let next = from;
    while (next <= last) {
      const { rows } = await this.database.query<RangeRow>(READ_RANGE, [stream, next, lastStored, chunkSize]);
      if (rows.length === 0) return;
      const events = rows.map(toEvent);
      yield events;
      if (rows.length < chunkSize && rows.length === Number(rows[0]!.found)) return;
      next = events[events.length - 1]!.revision + 1;
    }
  }

  /** Postgres has no subscriptions that it could refuse: the reader looks for new events. */
  subscribe(
    prefix: string,
    after: Checkpoint | undefined,
    signal: AbortSignal,
    subscribed?: () => void,
    leftOut?: readonly string[],
  ): AsyncIterable<ReadBatch> {
    subscribed?.();
    return follow(this.database, { prefix, leftOut }, after, signal);
  }

  /** Transactions after a restore have higher ids than all before. A reader refuses events of another server. */
  hasPlace(): Promise<boolean> {
    return Promise.resolve(true);
  }

  heldBack<Place extends EventPlace>(events: Place[]): Promise<Place[]> {
    return heldBack(this.database, events);
  }

  readToEnd(
    prefix: string,
    after: Checkpoint | undefined,
    signal: AbortSignal,
    leftOut?: readonly string[],
  ): AsyncIterable<ReadBatch> {
    return readToEnd(this.database, { prefix, leftOut }, after, signal);
  }

  async lastEvent(stream: string): Promise<RecordedEvent | undefined> {
    const { rows } = await this.database.query<EventRow>(READ_LAST, [stream]);
    return rows[0] && toEvent(rows[0]);
  }

  async *listStreams(prefix: string): AsyncIterable<string> {
    let after = '';
    for (;;) {
      const range = [prefix, after, CHUNK_SIZE, endOf(prefix)];
      const { rows } = await this.database.query<{ stream: string }>(LIST_STREAMS, range);
      for (const row of rows) yield row.stream;
      if (rows.length < CHUNK_SIZE) return;
      after = rows[rows.length - 1]!.stream;
    }
  }

  /**
   * Whether exactly these events are already stored at their revisions, by an earlier attempt of the same append. Equal
   * ids with other content come from another process that decided the same command differently.
   */
  private async holds(events: RecordedEvent[], data: string[]): Promise<boolean> {
    const { stream, revision } = events[0]!;
    const ids = events.map(({ id }) => id);
    const values = [stream, revision - 1, ids, data.join('\n')];
    return (await this.database.query<{ held: number }>(COUNT_HELD, values)).rows[0]!.held === events.length;
  }
}

/** @throws AppendRejected when one of the texts is longer than what readers accept */
function refuseTooLong(stream = '', texts: (string | undefined)[], maxBytes: number): void {
  for (const text of texts) {
    // A character has at most three bytes.
    if (text === undefined || text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) continue;
    throw new AppendRejected(stream, `an event has a text of more than ${maxBytes} bytes`);
  }
}

async function insert(sql: Sql, values: [string, number, ...unknown[]]): Promise<number> {
  try {
    return (await sql.query(INSERT_EVENTS, values)).rowCount ?? 0;
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw new WrongExpectedRevision(values[0], values[1]);
    throw error;
  }
}
