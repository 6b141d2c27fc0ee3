import type { WatchlistEntriesRecorded } from '@probity/contracts/watchlists/events';
import type { Sql } from '@probity/persistence/database';
import { newId } from '@probity/platform/ids';
import type { ListStreams } from './list-streams';

/** Of the JSON of the entries in one event. An entry that is longer comes alone. */
const MAX_BYTES = 256 * 1024;
const AT_ONCE = 500;

const CURRENT = 'pipeline.watchlist_entries WHERE stream = $1 AND removed_at IS NULL';
const PUT_BY_IMPORT = `
  SELECT s.entry_id, s.content FROM pipeline.watchlist_staging s
  LEFT JOIN LATERAL (SELECT digest FROM ${CURRENT} AND entry_id = s.entry_id LIMIT 1) AS e ON true
  WHERE s.import_id = $2 AND s.entry_id > $3 AND ($4 OR e.digest IS DISTINCT FROM s.digest)
  ORDER BY s.entry_id LIMIT ${AT_ONCE}`;
const REMOVED_BY_IMPORT = `
  SELECT e.entry_id FROM (SELECT entry_id FROM ${CURRENT}) AS e
  WHERE e.entry_id > $3 AND NOT EXISTS (
    SELECT FROM pipeline.watchlist_staging s WHERE s.import_id = $2 AND s.entry_id = e.entry_id LIMIT 1)
  ORDER BY e.entry_id LIMIT ${AT_ONCE}`;
const ALL = `SELECT entry_id, content FROM ${CURRENT} AND entry_id > $2 ORDER BY entry_id LIMIT ${AT_ONCE}`;

interface EntryRow {
  entry_id: string;
  /** null: the entry is removed */
  content: Record<string, unknown> | null;
}

interface Recorded {
  stream: string;
  list: string;
  at: Date;
}

/**
 * Stores entries of shared lists in events, some in each. They have no effect until another event names the recording. A
 * recording that ends early stays without effect.
 */
export class EntryRecording {
  constructor(
    private readonly sql: Sql,
    private readonly streams: ListStreams,
  ) {}

  /**
   * Records what an import changes, or with `isWhole` all that it brings. Returns the id of the recording.
   *
   * @throws Refusal `contention`, `outcome_unknown`
   */
  async ofImport(recorded: Recorded, importId: string, isWhole: boolean): Promise<string> {
    const { stream } = recorded;
    return this.record(recorded, async (after, isRemoval) => {
      if (!isRemoval) return this.page(PUT_BY_IMPORT, [stream, importId, after, isWhole]);
      return isWhole ? [] : this.page(REMOVED_BY_IMPORT, [stream, importId, after]);
    });
  }

  /**
   * Records all entries of the current version.
   *
   * @throws Refusal `contention`, `outcome_unknown`; AbortError when the signal is aborted
   */
  ofCurrent(recorded: Recorded, signal: AbortSignal): Promise<string> {
    return this.record(recorded, async (after, isRemoval) => {
      signal.throwIfAborted();
      return isRemoval ? [] : this.page(ALL, [recorded.stream, after]);
    });
  }

  private async page(statement: string, values: unknown[]): Promise<EntryRow[]> {
    return (await this.sql.query<EntryRow & Record<string, unknown>>(statement, values)).rows;
  }

  private async record(
    { stream, list, at }: Recorded,
    page: (after: string, isRemoval: boolean) => Promise<EntryRow[]>,
  ): Promise<string> {
    const recording_id = newId();
    const recorded_at = at.toISOString();
    const append = async (parts: Pick<WatchlistEntriesRecorded, 'put' | 'removed'>): Promise<void> => {
      const data = { list, recording_id, ...parts, recorded_at };
      await this.streams.change(stream, () => Promise.resolve({ type: 'WatchlistEntriesRecorded', data }));
    };
    for (const isRemoval of [false, true]) {
      for (let after = ''; ;) {
        const rows = await page(after, isRemoval);
        for (const part of inParts(rows)) await append(part);
        if (rows.length < AT_ONCE) break;
        after = rows.at(-1)!.entry_id;
      }
    }
    return recording_id;
  }
}

function* inParts(rows: EntryRow[]): Generator<Pick<WatchlistEntriesRecorded, 'put' | 'removed'>> {
  let part = { put: [] as Record<string, unknown>[], removed: [] as string[] };
  let bytes = 0;
  for (const { entry_id, content } of rows) {
    const entry = content && { id: entry_id, ...content };
    const size = entry ? Buffer.byteLength(JSON.stringify(entry)) : entry_id.length;
    if (bytes > 0 && bytes + size > MAX_BYTES) {
      yield part;
      part = { put: [], removed: [] };
      bytes = 0;
    }
    if (entry) part.put.push(entry);
    else part.removed.push(entry_id);
    bytes += size;
  }
  if (bytes > 0) yield part;
}
