import { isDeepStrictEqual } from 'node:util';
import type { GivenSourceFile, setWatchlistSource } from '@probity/contracts/list-sources/commands';
import type { WatchlistSourceSet } from '@probity/contracts/list-sources/events';
import type { WatchlistSource } from '@probity/contracts/list-sources/views';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { type Officer, officerIn } from '@probity/contracts/staff/officer';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { Database } from '@probity/persistence/database';
import { found, invalid, notFound } from '@probity/platform/errors';
import type { Sealer } from '@probity/platform/sealing';
import type { TimeSource } from '@probity/platform/time-source';
import type { Actions } from '@probity/read-side/audit/actions';
import { auditedOfficer } from '@probity/read-side/audit/audit-entry';
import { SourceQueries } from '@probity/read-side/watchlists/source-queries';
import type { TargetPolicy } from '@probity/targets/target-policy';
import { checkListName } from '../watchlists/list-name';
import { checkSource } from './check-source';
import { openQueries, type Queries, queriesIn, sealQueries, shownFiles } from './sealed-queries';
import { LIST_SOURCE } from './source-state';

const MAKE_DUE = `
  UPDATE pipeline.watchlist_sources SET due_at = $2 WHERE list = $1 AND active AND removed_at IS NULL`;

/** Which source an officer changes, and why. */
export interface SourceDecision extends Officer {
  list: string;
  reason: string;
}

/** A source as an officer sets it, with whole addresses. */
export type SourceToSet = Omit<RequestOf<typeof setWatchlistSource>, 'encrypted_files'> & { files: GivenSourceFile[] };

/** From where shared lists are fetched: sets and removes sources, and asks for fetches. */
export class Sources {
  private readonly queries: SourceQueries;

  constructor(
    database: Database,
    private readonly store: AggregateStore,
    private readonly actions: Actions,
    private readonly sealer: Sealer,
    private readonly policy: TargetPolicy,
    private readonly time: TimeSource,
  ) {
    this.queries = new SourceQueries(database);
  }

  /**
   * Sets the source of a list; it is due at once. The same source again changes nothing.
   *
   * @throws Refusal `invalid_list_name`, `invalid_source`, `invalid_url`
   */
  async set(given: SourceToSet): Promise<WatchlistSource> {
    const { list, reason, format, every_hours, stale_after_hours, max_bytes, active } = given;
    checkListName(list);
    const files = await checkSource(given, this.policy);
    const queries = queriesIn(files);
    const source = { format, files: shownFiles(files), every_hours, stale_after_hours, max_bytes, active };
    await this.store.change(LIST_SOURCE, list, (loaded) => {
      const { version = 0, source: before } = loaded?.state ?? {};
      if (before && this.isSame(before, source, queries)) return undefined;
      const sealed = queries && { sealed_queries: sealQueries(this.sealer, list, queries).toString('base64') };
      const decided = { ...officerIn(given), reason, set_at: this.now() };
      const data = { list, ...source, ...sealed, version: version + 1, ...decided };
      return { events: [{ type: 'WatchlistSourceSet' as const, data }] };
    });
    return this.view(list);
  }

  /** @throws Refusal `not_found` when the list has no source */
  async remove({ list, reason, ...by }: SourceDecision): Promise<void> {
    await this.store.change(LIST_SOURCE, list, (loaded) => {
      if (!loaded?.state.source) throw notFound('source of the list', list);
      const data = { list, ...officerIn(by), reason, removed_at: this.now() };
      return { events: [{ type: 'WatchlistSourceRemoved' as const, data }] };
    });
  }

  /**
   * Makes the source due now. A fetch that is in progress counts, and the next one is later.
   *
   * @param operationId a repetition with the same id asks once
   * @throws Refusal `not_found` when the list has no source, `source_inactive`
   */
  async fetchNow({ list, reason, ...by }: SourceDecision, operationId?: string): Promise<WatchlistSource> {
    const { active } = await this.view(list);
    if (!active) {
      throw invalid(
        'source_inactive',
        `the source of ${list} is inactive. Nothing is fetched; set the source again as active`,
      );
    }
    const about = { tenant_id: null, subject_type: 'watchlist' as const, subject_id: list };
    const done = { action: 'watchlist.fetch_requested', ...auditedOfficer(by), reason, data: {} };
    await this.actions.perform(
      { id: operationId, ...about, ...done, at: this.time.now() },
      {
        check: () => Promise.resolve(true),
        work: async (sql) => {
          await sql.query(MAKE_DUE, [list, this.time.now()]);
          return true;
        },
      },
    );
    return this.view(list);
  }

  private async view(list: string): Promise<WatchlistSource> {
    return found('source of the list', list, await this.queries.source(list));
  }

  /** Queries that cannot be opened differ from any other. */
  private isSame(
    { list, sealed_queries, ...before }: WatchlistSourceSet,
    source: Pick<WatchlistSourceSet, 'format' | 'files' | 'every_hours' | 'stale_after_hours' | 'max_bytes' | 'active'>,
    queries: Queries | undefined,
  ): boolean {
    const { format, files, every_hours, stale_after_hours, max_bytes, active } = before;
    if (!isDeepStrictEqual({ format, files, every_hours, stale_after_hours, max_bytes, active }, source)) return false;
    if (sealed_queries === undefined || !queries) return sealed_queries === undefined && !queries;
    try {
      return isDeepStrictEqual(openQueries(this.sealer, list, Buffer.from(sealed_queries, 'base64')), queries);
    } catch {
      return false;
    }
  }

  private now(): string {
    return this.time.now().toISOString();
  }
}
