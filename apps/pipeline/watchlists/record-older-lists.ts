import { sharedListStream } from '@probity/contracts/watchlists/events';
import type { Database, Sql } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { EntryRecording } from './entry-recording';
import type { ListStreams } from './list-streams';

const OLDER =
  'SELECT list FROM pipeline.watchlists WHERE tenant_id IS NULL AND NOT in_events AND version > 0 ORDER BY list';
const CURRENT = `
  SELECT version, entries FROM pipeline.watchlists WHERE stream = $1 AND NOT in_events`;

export interface OlderListsParts {
  database: Database;
  streams: ListStreams;
  logger: Logger;
  now: () => Date;
}

/**
 * Makes events of the entries of shared lists that an older version kept as rows only. After a crash, a repetition records
 * a list again from its first entry. A list that changes meanwhile is recorded by the import that changes it.
 */
export async function recordOlderLists(parts: OlderListsParts, signal: AbortSignal): Promise<void> {
  const lock = await parts.database.tryLock('record shared lists');
  if (!lock) return; // another instance does it
  try {
    await recordLists(parts, signal);
  } finally {
    lock.release();
  }
}

async function recordLists({ database: sql, streams, logger, now }: OlderListsParts, signal: AbortSignal) {
  const recording = new EntryRecording(sql, streams);
  const { rows } = await sql.query<{ list: string }>(OLDER);
  for (const { list } of rows) {
    const stream = sharedListStream(list);
    const before = await current(sql, stream);
    if (!before) continue;
    const recording_id = await recording.ofCurrent({ stream, list, at: now() }, signal);
    await streams.change(stream, async () => {
      const { version, entries } = before;
      if ((await current(sql, stream))?.version !== version) return undefined;
      const data = { list, recording_id, version, entries, recorded_at: now().toISOString() };
      return { type: 'WatchlistRecorded', data };
    });
    logger.info({ list, entries: before.entries }, 'the entries of a list of an earlier version are in events now');
  }
}

async function current(sql: Sql, stream: string): Promise<{ version: number; entries: number } | undefined> {
  const { rows } = await sql.query<{ version: number; entries: number }>(CURRENT, [stream]);
  return rows[0];
}
