import { Injectable } from '@nestjs/common';
import type { ImportResult } from '@probity/contracts/watchlists/views';
import { sharedListStream, type WatchlistImported } from '@probity/contracts/watchlists/events';
import { reportedIn, type ReportedRecords } from '@probity/contracts/watchlists/reported-records';
import { Database, type Sql } from '@probity/persistence/database';
import { sqlState, UNIQUE_VIOLATION } from '@probity/persistence/failures';
import { invalid, Refusal } from '@probity/platform/errors';
import { type ListedEntry, storedEntry } from '@probity/read-side/watchlists/stored-entry';
import { decideImport, type ListDelta } from './decide-import';
import { EntryRecording } from './entry-recording';
import { type ImportStatus, type Standing, standingOf } from './import-standing';
import { ListStreams } from './list-streams';
import { TimeSource } from '@probity/platform/time-source';
import type { Officer } from '@probity/contracts/staff/officer';

/** An import without requests for longer than this is abandoned. */
const ABANDONED_AFTER_MS = 10 * 60_000;

const BEGIN = `
  INSERT INTO pipeline.watchlist_imports (import_id, list, format, officer, status, begun_at, touched_at)
  VALUES ($1, $2, $3, $4, 'open', $5, $5) ON CONFLICT DO NOTHING`;
const OF_LIST = `
  SELECT import_id, list, officer, begun_at FROM pipeline.watchlist_imports
  WHERE import_id = $1 OR (list = $2 AND status IN ('open', 'sealed')) ORDER BY import_id = $1 DESC LIMIT 1`;
const ABANDONED = `
  SELECT import_id, list FROM pipeline.watchlist_imports WHERE status <> 'finished' AND touched_at < $1`;
const STILL_ABANDONED = `
  SELECT FROM pipeline.watchlist_imports
  WHERE import_id = $1 AND status <> 'finished' AND touched_at < $2 FOR UPDATE`;
const LOCK_OPEN = `
  SELECT FROM pipeline.watchlist_imports WHERE import_id = $1 AND list = $2 AND status = 'open' FOR UPDATE`;
const FORGET = 'DELETE FROM pipeline.watchlist_imports WHERE import_id = $1';
const FORGET_STAGED = 'DELETE FROM pipeline.watchlist_staging WHERE import_id = $1';

/** Locks the import, so that it is not sealed while a batch is being stored. */
const TOUCH_OPEN = `
  UPDATE pipeline.watchlist_imports SET touched_at = $3 WHERE import_id = $1 AND list = $2 AND status = 'open'`;
const STAGE = `
  INSERT INTO pipeline.watchlist_staging (import_id, entry_id, content, digest)
  SELECT $1, n.entry_id, n.content::jsonb, n.digest
  FROM unnest($2::text[], $3::text[], $4::text[]) AS n (entry_id, content, digest)
  ON CONFLICT (import_id, entry_id) DO NOTHING`;
/** For a join, Postgres may compare each new entry with all staged ones: these are so new that it expects only a few. */
const DIFFERENT = `
  SELECT n.entry_id FROM unnest($2::text[], $3::text[]) AS n (entry_id, digest) CROSS JOIN LATERAL (
    SELECT digest FROM pipeline.watchlist_staging WHERE import_id = $1 AND entry_id = n.entry_id LIMIT 1) AS s
  WHERE s.digest <> n.digest LIMIT 1`;
const COUNT_RECEIVED = `
  UPDATE pipeline.watchlist_imports SET received = received + $2 WHERE import_id = $1 RETURNING received`;

const SEAL = `
  UPDATE pipeline.watchlist_imports SET status = 'sealed', touched_at = $3
  WHERE import_id = $1 AND list = $2 AND status <> 'finished'`;
const STATUS = 'SELECT status FROM pipeline.watchlist_imports WHERE import_id = $1 AND list = $2';
const RESULT = 'SELECT result FROM pipeline.watchlist_imports WHERE import_id = $1 AND list = $2';
const FINISH_UNCHANGED = `
  UPDATE pipeline.watchlist_imports SET status = 'finished', touched_at = $2, result = $3
  WHERE import_id = $1 AND status = 'sealed'`;
const REFUSED = `
  UPDATE pipeline.watchlist_imports SET status = 'refused', touched_at = $2 WHERE import_id = $1 AND status = 'sealed'`;

/** Who makes a version the current one, and why, and what the program reported that read the files. */
type Importer = Officer & ReportedRecords & { reason?: string };

/**
 * Imports of shared lists. Entries are staged. When the import is finished, its difference from the list takes
 * effect as a whole. Each list has one import at a time.
 */
@Injectable()
export class Imports {
  /** imports that are being finished, so that a caller who retries meanwhile gets the same result */
  private readonly finishing = new Map<string, Promise<ImportResult>>();
  private readonly recording: EntryRecording;

  constructor(
    private readonly database: Database,
    private readonly streams: ListStreams,
    private readonly time: TimeSource,
  ) {
    this.recording = new EntryRecording(database, streams);
  }

  /** @throws Refusal `import_running` when another import of the list is running */
  async begin(list: string, importId: string, format: string, officer: string): Promise<void> {
    await this.forgetAbandoned();
    await this.database.query(BEGIN, [importId, list, format, officer, this.time.now()]);
    const { rows } = await this.database.query<{ import_id: string; list: string; officer: string; begun_at: Date }>(
      OF_LIST,
      [importId, list],
    );
    const running = rows[0];
    if (!running) return this.begin(list, importId, format, officer); // the conflicting import has just ended
    if (running.import_id !== importId) {
      throw invalid(
        'import_running',
        `${running.officer} has been importing ${list} since ${running.begun_at.toISOString()}; ` +
          `wait until that import has ended (an import without requests ends after ${ABANDONED_AFTER_MS / 60_000} minutes)`,
      );
    }
    if (running.list !== list) throw invalid('import_id_taken', `import_id is used by an import of ${running.list}`);
  }

  /**
   * Stages entries and skips repeated ones. Returns how many entries the import has.
   *
   * @throws Refusal `import_not_open`, or `duplicate_entry` for an id that was sent before with other content
   */
  async stage(list: string, importId: string, entries: ListedEntry[]): Promise<number> {
    const stored = entries.map((entry) => storedEntry(list, entry));
    const ids = stored.map(({ id }) => id);
    const digests = stored.map(({ digest }) => digest);
    return this.database.transaction(async (sql) => {
      const { rowCount } = await sql.query(TOUCH_OPEN, [importId, list, this.time.now()]);
      if (rowCount === 0) throw notOpen(list, importId);
      const staged = await sql.query(STAGE, [importId, ids, stored.map(({ content }) => content), digests]);
      const { rows } = await sql.query<{ entry_id: string }>(DIFFERENT, [importId, ids, digests]);
      if (rows[0]) {
        throw invalid(
          'duplicate_entry',
          `the entry "${rows[0].entry_id}" was sent before in this import, with other content`,
        );
      }
      const counted = await sql.query<{ received: number }>(COUNT_RECEIVED, [importId, staged.rowCount]);
      return counted.rows[0]!.received;
    });
  }

  /**
   * Makes the staged entries the current version. A repeated finish of the same import returns the same result.
   *
   * @throws Refusal `import_not_open`, `too_many_removed`
   */
  finish(list: string, importId: string, by: Importer, allowRemoval: boolean): Promise<ImportResult> {
    const work =
      this.finishing.get(importId) ??
      this.finishSealed(list, importId, by, allowRemoval).finally(() => this.finishing.delete(importId));
    this.finishing.set(importId, work);
    return work;
  }

  /** Undefined when there is no such import: it was given up, or abandoned. */
  async status(list: string, importId: string): Promise<ImportStatus | undefined> {
    return (await this.database.query<{ status: ImportStatus }>(STATUS, [importId, list])).rows[0]?.status;
  }

  /** Ends an open import without a trace, so that another one can begin at once. */
  async giveUp(list: string, importId: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      const { rowCount } = await sql.query(LOCK_OPEN, [importId, list]);
      if (rowCount === 1) await forget(sql, importId);
    });
  }

  private async finishSealed(
    list: string,
    importId: string,
    by: Importer,
    allowRemoval: boolean,
  ): Promise<ImportResult> {
    const stream = sharedListStream(list);
    await this.seal(list, importId);
    await this.streams.catchUp(stream);
    const standing = await this.standing(list, importId);
    if (standing.status === 'finished') return this.result(list, importId);
    const { format, version, after: entries, added, changed, removed, received } = standing;
    if ((await this.decide(list, importId, standing, allowRemoval)) === 'unchanged') {
      const result = { list, version, entries, added, changed, removed, ...reportedIn(by) };
      await this.finishUnchanged(importId, result);
      return this.result(list, importId);
    }
    const now = this.time.now();
    const isWhole = !standing.in_events;
    const recording_id = await this.recording.ofImport({ stream, list, at: now }, importId, isWhole);
    const data: WatchlistImported = {
      list,
      import_id: importId,
      version: version + 1,
      format,
      entries,
      added,
      changed,
      removed,
      ...by,
      imported_at: now.toISOString(),
      recording_id,
      recorded: isWhole ? 'all' : 'changes',
      received,
      begun_at: standing.begun_at.toISOString(),
    };
    await this.streams.change(stream, async () => {
      const current = await this.standing(list, importId);
      if (current.status === 'finished') return undefined;
      // Another process finished another import, or recorded the list, since this one was compared with the list. Either
      // has made the projection forget what this import recorded.
      if (current.version !== version || current.in_events === isWhole) throw overtaken(list);
      return { type: 'WatchlistImported', data };
    });
    return this.result(list, importId);
  }

  /** Stops the import from accepting entries. */
  private async seal(list: string, importId: string): Promise<void> {
    try {
      await this.database.query(SEAL, [importId, list, this.time.now()]);
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      throw invalid(
        'import_running',
        `another import of ${list} has begun since this one was rejected; begin a new import`,
      );
    }
  }

  /** A rejected import can be finished again, with the removal allowed, until another begins. */
  private async decide(list: string, importId: string, delta: ListDelta, allowRemoval: boolean) {
    try {
      return decideImport(list, delta, allowRemoval);
    } catch (refusal) {
      await this.database.query(REFUSED, [importId, this.time.now()]);
      throw refusal;
    }
  }

  private async standing(list: string, importId: string): Promise<Standing> {
    const standing = await standingOf(this.database, list, importId);
    if (!standing) throw notOpen(list, importId);
    return standing;
  }

  private async result(list: string, importId: string): Promise<ImportResult> {
    const { rows } = await this.database.query<{ result: ImportResult | null }>(RESULT, [importId, list]);
    const result = rows[0]?.result;
    if (!result) throw new Error(`the import ${importId} of ${list} was finished but has no result`);
    return result;
  }

  private async finishUnchanged(importId: string, result: ImportResult): Promise<void> {
    await this.database.transaction(async (sql) => {
      const { rowCount } = await sql.query(FINISH_UNCHANGED, [importId, this.time.now(), JSON.stringify(result)]);
      if (rowCount === 1) await sql.query(FORGET_STAGED, [importId]);
    });
  }

  private async forgetAbandoned(): Promise<void> {
    const before = new Date(this.time.now().getTime() - ABANDONED_AFTER_MS);
    const { rows } = await this.database.query<{ import_id: string; list: string }>(ABANDONED, [before]);
    for (const { import_id, list } of rows) {
      // The import may have taken effect. Its projection then needs the staged entries.
      await this.streams.catchUp(sharedListStream(list));
      await this.database.transaction(async (sql) => {
        const { rowCount } = await sql.query(STILL_ABANDONED, [import_id, before]);
        if (rowCount === 1) await forget(sql, import_id);
      });
    }
  }
}

async function forget(sql: Sql, importId: string): Promise<void> {
  await sql.query(FORGET_STAGED, [importId]);
  await sql.query(FORGET, [importId]);
}

const overtaken = (list: string): Refusal =>
  new Refusal('overloaded', 'contention', `the list ${list} was changed meanwhile. No changes were made; retry.`);

const notOpen = (list: string, importId: string): Refusal =>
  invalid(
    'import_not_open',
    `the import ${importId} of ${list} accepts no entries: it is finished, abandoned or unknown`,
  );
