import {
  type Database,
  isTransientFailure,
  type Sql,
  sqlState,
  UNIQUE_VIOLATION,
  wasRolledBack,
} from '@probity/persistence/database';
import {
  AppendRejected,
  EventStore,
  type InlineProjection,
  type NewEvent,
  type ReadOptions,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../event-store';

const CHUNK_SIZE = 500;

/** Appends only if the stream ends where the caller expects; the primary key settles races. */
const INSERT_EVENTS = `
  INSERT INTO event_store.events (stream, revision, id, type, data)
  SELECT $1, $2::bigint + n, id, type, data
  FROM unnest($3::uuid[], $4::text[], $5::text[]) WITH ORDINALITY AS e (id, type, data, n)
  WHERE $2::bigint = coalesce((SELECT max(revision) FROM event_store.events WHERE stream = $1), -1)`;

const READ_RANGE = `
  SELECT stream, revision, id, type, data FROM event_store.events
  WHERE stream = $1 AND revision BETWEEN $2 AND $3 ORDER BY revision LIMIT $4`;

const READ_LAST = `
  SELECT stream, revision, id, type, data FROM event_store.events
  WHERE stream = $1 ORDER BY revision DESC LIMIT 1`;

const LIST_STREAMS = `
  SELECT stream FROM event_store.events
  WHERE revision = 0 AND stream LIKE $1 AND stream > $2 ORDER BY stream LIMIT $3`;

interface EventRow {
  stream: string;
  revision: string;
  id: string;
  type: string;
  data: string;
}

/** Events in a Postgres table. The append and its projection are one transaction. */
export class PostgresEventStore extends EventStore {
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
    const data = events.map((event) => JSON.stringify(event.data));
    try {
      await this.database.transaction(async (sql) => {
        const inserted = await insert(sql, [stream, expectedRevision, ids, types, data]);
        if (inserted !== events.length) throw new WrongExpectedRevision(stream, expectedRevision);
        await projection(sql, recorded);
      });
      return recorded;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) {
        if (await this.holds(recorded)) return recorded;
        throw error;
      }
      if (wasRolledBack(error) && !isTransientFailure(error)) throw new AppendRejected(stream, error);
      throw error;
    }
  }

  async *readStream(
    stream: string,
    { from = 0, to, chunkSize = CHUNK_SIZE }: ReadOptions = {},
  ): AsyncIterable<RecordedEvent[]> {
    const last = to ?? Number.MAX_SAFE_INTEGER;
    let next = from;
    while (next <= last) {
      const { rows } = await this.database.query<EventRow>(READ_RANGE, [stream, next, last, chunkSize]);
      if (rows.length === 0) return;
      const events = rows.map(toEvent);
      yield events;
      next = events[events.length - 1]!.revision + 1;
    }
  }

  async lastEvent(stream: string): Promise<RecordedEvent | undefined> {
    const { rows } = await this.database.query<EventRow>(READ_LAST, [stream]);
    return rows[0] && toEvent(rows[0]);
  }

  async *listStreams(prefix: string): AsyncIterable<string> {
    const pattern = `${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`;
    let after = '';
    for (;;) {
      const { rows } = await this.database.query<{ stream: string }>(LIST_STREAMS, [pattern, after, CHUNK_SIZE]);
      for (const row of rows) yield row.stream;
      if (rows.length < CHUNK_SIZE) return;
      after = rows[rows.length - 1]!.stream;
    }
  }

  /** Whether exactly these events stand at these revisions: an earlier try of the same append. */
  private async holds(events: RecordedEvent[]): Promise<boolean> {
    const first = events[0]!;
    const last = events[events.length - 1]!;
    const { rows } = await this.database.query<EventRow>(READ_RANGE, [
      first.stream,
      first.revision,
      last.revision,
      events.length,
    ]);
    return rows.length === events.length && rows.every((row, index) => row.id === events[index]!.id);
  }
}

async function insert(sql: Sql, values: [string, number, string[], string[], string[]]): Promise<number> {
  try {
    return (await sql.query(INSERT_EVENTS, values)).rowCount ?? 0;
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw new WrongExpectedRevision(values[0], values[1]);
    throw error;
  }
}

/**
 * What is stored is exactly what JSON.stringify wrote. Anything else, such as a key that stands twice,
 * was tampered with: it reaches the reader as undefined and does not stop the read.
 */
function toEvent(row: EventRow): RecordedEvent {
  return { ...row, revision: Number(row.revision), data: parse(row.data) };
}

function parse(text: string): unknown {
  try {
    const data: unknown = JSON.parse(text);
    return JSON.stringify(data) === text ? data : undefined;
  } catch {
    return undefined;
  }
}
