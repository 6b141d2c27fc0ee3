import type { WatchlistFetch, WatchlistSource } from '@probity/contracts/list-sources/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { readViews } from '../views';
import { confirmedAt } from './list-confirmed';

/** The queries of addresses are not read: only the pipeline may see them. */
const SOURCES = `
  SELECT list, format, files, every_hours, stale_after_hours, max_bytes::float8 AS max_bytes, active, version, officer,
    reason, set_at, confirmed AS confirmed_at,
    coalesce(confirmed, set_at) < clock_timestamp() - make_interval(hours => stale_after_hours) AS stale,
    coalesce(lease_until > clock_timestamp(), false) AS fetching, due_at AS next_fetch_at, failures
  FROM (SELECT s.list, s.format, s.files, s.every_hours, s.stale_after_hours, s.max_bytes, s.active, s.version, s.officer,
      s.reason, s.set_at, s.lease_until, s.due_at, s.failures, ${confirmedAt('s.list')} AS confirmed
    FROM pipeline.watchlist_sources s
    WHERE s.removed_at IS NULL AND ($1::text IS NULL OR s.list = $1)) AS found
  ORDER BY list`;
const FETCH = 'id, list, result, began_at, ended_at, version, code, message, bytes::float8 AS bytes, files';
const LAST_FETCHES = `
  SELECT DISTINCT ON (list) ${FETCH} FROM pipeline.watchlist_fetches WHERE $1::text IS NULL OR list = $1
  ORDER BY list, ended_at DESC, id DESC`;
const FETCHES = `
  SELECT ${FETCH} FROM pipeline.watchlist_fetches WHERE list = $1 ORDER BY ended_at DESC, id DESC LIMIT $2 OFFSET $3`;

/** Reads from where shared lists are fetched, and how that went. */
export class SourceQueries {
  constructor(private readonly sql: Sql) {}

  /** The sources of all shared lists, by the names of the lists. */
  sources(): Promise<WatchlistSource[]> {
    return this.read(null);
  }

  /** Undefined when the list has no source. */
  async source(list: string): Promise<WatchlistSource | undefined> {
    const [source] = await this.read(list);
    return source;
  }

  /** The latest fetches of a list, newest first. They stay when the source is removed. */
  fetches(list: string, { limit, offset }: Page): Promise<WatchlistFetch[]> {
    return readViews(this.sql, FETCHES, [list, limit, offset]);
  }

  private async read(list: string | null): Promise<WatchlistSource[]> {
    const [sources, fetches] = await Promise.all([
      readViews<Omit<WatchlistSource, 'last_fetch'>>(this.sql, SOURCES, [list]),
      readViews<WatchlistFetch>(this.sql, LAST_FETCHES, [list]),
    ]);
    const last = new Map(fetches.map((fetch) => [fetch.list, fetch]));
    return sources.map((source) => ({ ...source, last_fetch: last.get(source.list) ?? null }));
  }
}
