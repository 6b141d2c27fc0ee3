import { sharedListStream } from '@probity/contracts/watchlists/events';
import type { Sql } from '@probity/persistence/database';
import type { ListDelta } from './decide-import';

const COUNTED = `entry_id, digest, jsonb_array_length(content -> 'names') AS names,
  jsonb_array_length(content -> 'identifiers') AS identifiers`;
/** One statement, because staged entries disappear when another process finishes the import. */
const STANDING = `
  SELECT i.status, i.format, i.received, i.begun_at, coalesce(w.version, 0) AS version,
    coalesce(w.in_events, false) AS in_events, d.*
  FROM pipeline.watchlist_imports i LEFT JOIN pipeline.watchlists w ON w.stream = $3, LATERAL (
    SELECT count(e.entry_id)::int AS before, count(s.entry_id)::int AS after,
      count(*) FILTER (WHERE e.entry_id IS NULL)::int AS added,
      count(*) FILTER (WHERE e.digest <> s.digest)::int AS changed,
      count(*) FILTER (WHERE s.entry_id IS NULL)::int AS removed,
      coalesce(sum(e.names), 0)::int AS names_before, coalesce(sum(s.names), 0)::int AS names_after,
      coalesce(sum(e.identifiers), 0)::int AS identifiers_before,
      coalesce(sum(s.identifiers), 0)::int AS identifiers_after
    FROM (SELECT ${COUNTED} FROM pipeline.watchlist_staging WHERE import_id = $1) s
    FULL JOIN (SELECT ${COUNTED} FROM pipeline.watchlist_entries WHERE stream = $3 AND removed_at IS NULL) e
      ON e.entry_id = s.entry_id
  ) d
  WHERE i.import_id = $1 AND i.list = $2`;

export type ImportStatus = 'open' | 'sealed' | 'refused' | 'finished';

/** An import and its difference from the list. */
export interface Standing extends ListDelta {
  status: ImportStatus;
  format: string;
  received: number;
  begun_at: Date;
  /** the current version of the list */
  version: number;
  /** whether the events have all entries of that version */
  in_events: boolean;
}

/** Undefined when there is no such import: it was given up, or abandoned. */
export async function standingOf(sql: Sql, list: string, importId: string): Promise<Standing | undefined> {
  const { rows } = await sql.query<Standing & Record<string, unknown>>(STANDING, [
    importId,
    list,
    sharedListStream(list),
  ]);
  return rows[0];
}
