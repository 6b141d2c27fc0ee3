import type { Session } from '@probity/persistence/session';
import type { Sql } from '@probity/persistence/database';
import { isTransientFailure } from '@probity/persistence/failures';
import { isUnavailable } from '@probity/persistence/unavailable';
import type { Logger } from '@probity/platform/logging';
import type { Projection } from '../aggregate';
import { withoutEntries } from '../audit/trail-rows';
import { refuseDamaged } from '../damaged';
import { type EventStore, NO_STREAM, type RecordedEvent } from '../event-store';
import { RecordedErasures } from '../personal-data/recorded-erasures';
import type { ProjectedTables } from '../rebuild/projected-tables';
import { eachStream } from '../rebuild/read-streams';
import type { CopiedTable } from './copied-tables';
import { type Difference, differingRows, REMEMBER_COMPARED, revisionsOf } from './differing-rows';
import { onCopies } from './on-copies';

const MAX_TRIES = 5;

export interface ComparedKind {
  projection: Projection;
  tables: ProjectedTables;
  /** the part of a stream's name before the key of its rows */
  prefix: string;
  /** the first one is that of `tables.replaced` */
  copied: CopiedTable[];
}

/** What a comparison found about one stream. */
export interface Compared {
  stream: string;
  differences: (Omit<Difference, 'key'> & { table: string })[];
  /** the last revision of the stream, if the row lacks it */
  behind?: number;
  events: number;
  isErased: boolean;
  /** why it cannot be projected */
  error?: unknown;
}

/** The stream as it was read, up to the revision of its row. */
interface Seen {
  last: number;
  events: number;
  isErased: boolean;
}

/**
 * Compares the rows of some streams with their events, in one state of the database. An object that changes meanwhile is
 * compared at the revision that its row had at the beginning.
 *
 * Guarantees: it changes no row and waits for no writer. A chunk of events of a few streams is in memory.
 */
export class CompareStreams {
  private readonly erasures: RecordedErasures;

  constructor(
    private readonly kind: ComparedKind,
    private readonly session: Session,
    private readonly events: EventStore,
    private readonly logger: Logger,
  ) {
    this.erasures = new RecordedErasures(events);
  }

  /** If the streams cannot be projected together, compares each by itself, so that one does not keep the others. */
  async compare(streams: string[]): Promise<Compared[]> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.session.snapshot((sql) => this.together(sql, streams));
      } catch (error) {
        if (isUnavailable(error)) throw error;
        if (isTransientFailure(error) && tries < MAX_TRIES) continue;
        if (streams.length === 1) return [await this.unprojected(streams[0]!, error)];
        break;
      }
    }
    const compared: Compared[] = [];
    for (const stream of streams) compared.push(...(await this.compare([stream])));
    return compared;
  }

  private async unprojected(stream: string, error: unknown): Promise<Compared> {
    this.logger.error({ err: error, stream }, 'a stream cannot be projected; its rows are not compared');
    await this.session.query(REMEMBER_COMPARED, [[this.keyOf(stream)]]);
    return { stream, differences: [], events: 0, isErased: false, error };
  }

  private async together(sql: Sql, streams: string[]): Promise<Compared[]> {
    const keys = streams.map((stream) => this.keyOf(stream));
    const revisions = await revisionsOf(sql, this.kind.copied[0]!, keys);
    const seen = await this.project(sql, streams, revisions);
    await sql.query(REMEMBER_COMPARED, [keys]);
    const found = await this.differences(sql, streams, seen);
    return streams.map((stream) => {
      const { last, events, isErased } = seen.get(stream)!;
      const reflected = revisions.get(this.keyOf(stream)) ?? last;
      const differences = found.get(this.keyOf(stream)) ?? [];
      return { stream, differences, events, isErased, ...(last > reflected && { behind: last }) };
    });
  }

  /** Projects the events that the rows have into the copies. */
  private async project(sql: Sql, streams: string[], revisions: Map<string, number>): Promise<Map<string, Seen>> {
    const copies = onCopies(sql, this.kind.tables);
    const seen = new Map<string, Seen>(
      streams.map((stream) => [stream, { last: NO_STREAM, events: 0, isErased: false }]),
    );
    await eachStream(this.events, streams, async (chunk) => {
      const { stream } = chunk[0]!;
      const of = seen.get(stream)!;
      // A follower passes over events of other programs: the row need not be at their revisions.
      of.last = chunk.findLast(({ isForeign }) => !isForeign)?.revision ?? of.last;
      of.events += chunk.length;
      of.isErased ||= chunk.some(({ isErased }) => isErased);
      const reflected = revisions.get(this.keyOf(stream)) ?? Infinity;
      const known: RecordedEvent[] = chunk.filter((event) => event.revision <= reflected);
      if (known.length === 0 || of.last === NO_STREAM) return; // another program began the stream
      refuseDamaged(known);
      await this.erasures.refuseUnrecorded(known);
      await withoutEntries(() => this.kind.projection.projection(copies, known, true));
    });
    return seen;
  }

  private async differences(
    sql: Sql,
    streams: string[],
    seen: Map<string, Seen>,
  ): Promise<Map<string, Compared['differences']>> {
    const keysOf = (isErased: boolean): string[] =>
      streams.filter((stream) => seen.get(stream)!.isErased === isErased).map((stream) => this.keyOf(stream));
    const [whole, erased] = [keysOf(false), keysOf(true)];
    const found = new Map<string, Compared['differences']>();
    for (const [index, copied] of this.kind.copied.entries()) {
      const rows = await differingRows(sql, this.kind.tables, copied, whole);
      if (index === 0) rows.push(...(await differingRows(sql, this.kind.tables, copied, erased, true)));
      for (const { key, ...difference } of rows) {
        found.set(key, [...(found.get(key) ?? []), { table: copied.of.table, ...difference }]);
      }
    }
    return found;
  }

  private keyOf(stream: string): string {
    return stream.slice(this.kind.prefix.length);
  }
}
