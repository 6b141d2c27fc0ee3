import DataLoader from 'dataloader';
import type { Database } from '@probity/persistence/database';
import { isUnavailable } from '@probity/persistence/unavailable';
import { Turns } from '@probity/platform/turns';
import type { ReadOptions, RecordedEvent } from '../event-store';
import { PostgresEventStore } from './postgres-event-store';
import { CHUNK_BYTES, type EventRow, ROW_BYTES, ROW_COLUMNS, toEvent } from './stored-event';

const STREAMS_AT_ONCE = 50;
/** Longer streams are read on by themselves: so many at the same time, because their chunks may be large. */
const LONG_STREAMS_AT_ONCE = 5;
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
  private readonly longStreams = new Turns(LONG_STREAMS_AT_ONCE);

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
    if (!rest) return;
    const leave = await this.enter();
    try {
      yield* super.readStream(stream, rest);
    } finally {
      leave();
    }
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

  /** Waits for a place among the long streams. Returns what gives it to another one. */
  private async enter(): Promise<() => void> {
    let leave = (): void => {};
    const left = new Promise<void>((resolve) => (leave = resolve));
    await new Promise<void>((entered) => {
      void this.longStreams.run('', () => {
        entered();
        return left;
      });
    });
    return leave;
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
