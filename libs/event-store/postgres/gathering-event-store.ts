import DataLoader from 'dataloader';
import type { Database } from '@probity/persistence/database';
import { isUnavailable } from '@probity/persistence/unavailable';
import { Turns } from '@probity/platform/turns';
import type { ReadOptions, RecordedEvent } from '../event-store';
import { PostgresEventStore } from './postgres-event-store';
import { CHUNK_BYTES, type EventRow, ROW_BYTES, ROW_COLUMNS, toEvent } from './stored-event';

const STREAMS_AT_ONCE = 50;
/** Longer streams are read on by themselves. Their reads must not wait long for a connection of the pool: that is an error. */
const READS_AT_ONCE = 5;
/** Most streams have fewer events. */
const FIRST_EVENTS = 20;

interface GatheredRow extends EventRow {
  /** the place of its stream in the request, from 1 */
  n: string;
  /** how many of its first events there are; the read leaves some out when events are large */
  found: string;
}

const READ_FIRST = `
  SELECT n, ${ROW_COLUMNS}, found FROM (
    SELECT *, sum(${ROW_BYTES}) OVER (ORDER BY n, revision) - ${ROW_BYTES} AS bytes_before FROM (
      SELECT s.n, first.*, count(*) OVER (PARTITION BY s.n) AS found
      FROM unnest($1::text[]) WITH ORDINALITY AS s (name, n) CROSS JOIN LATERAL (
        SELECT stream, revision, id, type, data, metadata FROM event_store.events
        WHERE stream = s.name AND revision >= 0 ORDER BY revision LIMIT ${FIRST_EVENTS}) first) gathered) sized
  WHERE bytes_before < ${CHUNK_BYTES} ORDER BY n, sized.revision`;

interface Beginning {
  events: RecordedEvent[];
  /** false: there may be more */
  isWhole: boolean;
}

/**
 * The events in Postgres, for readers of very many streams: one statement reads the first events of all streams whose reads
 * begin at the same moment.
 */
export class GatheringEventStore extends PostgresEventStore {
  private readonly beginnings: DataLoader<string, Beginning>;
  private readonly reads = new Turns(READS_AT_ONCE);

  constructor(database: Database) {
    super(database);
    this.beginnings = new DataLoader((streams) => readBeginnings(database, streams), {
      cache: false,
      maxBatchSize: STREAMS_AT_ONCE,
    });
  }

  override async *readStream(stream: string, options: ReadOptions = {}): AsyncIterable<RecordedEvent[]> {
    let rest: ReadOptions | undefined = options;
    if (Object.keys(options).length === 0) {
      const { events, isWhole } = await this.beginningOf(stream);
      if (events.length > 0) yield events;
      rest = isWhole ? undefined : { from: (events.at(-1)?.revision ?? -1) + 1 };
    }
    if (rest) yield* this.inTurns(super.readStream(stream, rest));
  }

  /** A row that Postgres cannot read fails the statement. Then each stream is read by itself, and only one fails. */
  private async beginningOf(stream: string): Promise<Beginning> {
    try {
      return await this.beginnings.load(stream);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      return { events: [], isWhole: false };
    }
  }

  /** A reader has a place only while it reads: what it does with a chunk may need another read. */
  private async *inTurns(chunks: AsyncIterable<RecordedEvent[]>): AsyncIterable<RecordedEvent[]> {
    const iterator = chunks[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await this.reads.run('', () => iterator.next());
      if (done) return;
      yield value;
    }
  }
}

async function readBeginnings(database: Database, streams: readonly string[]): Promise<Beginning[]> {
  const { rows } = await database.query<GatheredRow>(READ_FIRST, [streams]);
  const of = streams.map((): GatheredRow[] => []);
  for (const row of rows) of[Number(row.n) - 1]!.push(row);
  return of.map((first) => ({
    events: first.map(toEvent),
    isWhole: first.length > 0 && first.length < FIRST_EVENTS && first.length === Number(first[0]!.found),
  }));
}
