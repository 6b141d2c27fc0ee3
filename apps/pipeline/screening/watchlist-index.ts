import { LRUCache } from 'lru-cache';
import { OWN_LIST } from '@probity/contracts/watchlists/events';
import { Database, type Sql } from '@probity/persistence/database';
import type { ListEntry } from '@probity/screening/list-entry';
import { ScreeningIndex } from '@probity/screening/screening-index';
import type { ScreeningMatch } from '@probity/screening/screening-subject';
import { SharedQuery } from '@probity/persistence/shared-query';
import { type ChangedEntry, changedAfter } from './stored-entries';
import { screenOptions, type TenantLists } from './tenant-lists';

const MAX_ANSWERS = 20_000;
/** Fewer, because most texts are new. */
const MAX_ANSWERS_OF_TEXTS = 2_000;

/** All later reads see one snapshot, however long they take. */
const ONE_PICTURE = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY';
const NEWEST = 'SELECT sequence FROM pipeline.watchlist_changes';
const CHANGED_LISTS = `
  SELECT list, tenant_id, version, entries FROM pipeline.watchlists WHERE sequence > $1::bigint`;

/** A list at the last refresh. */
interface KnownList {
  list: string;
  version: number;
  entries: number;
}

/**
 * The entries of all lists, in memory. A tenant sees the shared lists and its own list. Other tenants' entries are
 * in separate indexes.
 */
export class WatchlistIndex {
  private readonly shared = new ScreeningIndex();
  private readonly own = new Map<string, ScreeningIndex>();
  private readonly sharedLists = new Map<string, KnownList>();
  private readonly ownLists = new Map<string, KnownList>();
  private readonly newest = new SharedQuery<never, bigint>(() => newestChange(this.database));
  /** results of earlier queries, until an entry changes: the same counterparties occur often */
  private readonly results = new LRUCache<string, ScreeningMatch[]>({ max: MAX_ANSWERS });
  /** the same of texts, so that they take no place of others */
  private readonly resultsOfTexts = new LRUCache<string, ScreeningMatch[]>({ max: MAX_ANSWERS_OF_TEXTS });
  private seen = 0n;
  private loading: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  /**
   * Reads the changes since the last refresh. Changes that were committed before the call are in the index after
   * it; concurrent callers share the query.
   */
  async refresh(): Promise<void> {
    const newest = await this.newest.ask([]);
    while (this.seen < newest) {
      this.loading ??= this.load().finally(() => (this.loading = undefined));
      await this.loading;
    }
  }

  /**
   * The lists as a tenant sees them.
   *
   * @param lists the shared lists that apply; null: all of them
   */
  of(tenantId: string, lists: string[] | null): TenantLists {
    const applies = lists && new Set(lists);
    const own = this.own.get(tenantId);
    const known = [...this.sharedLists.values()].filter(({ list }) => !applies || applies.has(list));
    const entries = known.reduce((sum, each) => sum + each.entries, own?.size ?? 0);
    const accepts = applies ? { accepts: ({ list }: ListEntry) => applies.has(list) } : {};
    return {
      entries,
      screen: (subject, wanted) => {
        const question = JSON.stringify([own ? tenantId : null, lists, wanted, subject]);
        const results = subject.schema === 'Text' ? this.resultsOfTexts : this.results;
        let matches = results.get(question);
        if (!matches) {
          const options = screenOptions(subject, wanted);
          const found = this.shared.screen(subject, { ...options, ...accepts });
          matches = own ? best([...found, ...own.screen(subject, options)], wanted.limit) : found;
          results.set(question, matches);
        }
        return matches;
      },
      versionOf: (list) => (list === OWN_LIST ? this.ownLists.get(tenantId) : this.sharedLists.get(list))?.version ?? 0,
    };
  }

  /** After a failure, the entries that were already read stay in the index. The next load reads and replaces them. */
  private async load(): Promise<void> {
    this.seen = await this.database.transaction(async (sql) => {
      await sql.query(ONE_PICTURE);
      const seen = await newestChange(sql);
      for await (const entries of changedAfter(sql, String(this.seen))) {
        for (const entry of entries) this.put(entry);
        await new Promise(setImmediate); // lets other work of the process continue
      }
      const { rows } = await sql.query<KnownList & { tenant_id: string | null }>(CHANGED_LISTS, [String(this.seen)]);
      for (const { tenant_id, ...list } of rows) {
        if (tenant_id === null) this.sharedLists.set(list.list, list);
        else this.ownLists.set(tenant_id, list);
      }
      return seen;
    });
  }

  private put({ list, tenantId, entryId, entry }: ChangedEntry): void {
    this.results.clear();
    this.resultsOfTexts.clear();
    const index = tenantId === null ? this.shared : this.ownIndex(tenantId);
    if (entry) index.add(entry);
    else index.remove(list, entryId);
    if (tenantId !== null && index.size === 0) this.own.delete(tenantId);
  }

  private ownIndex(tenantId: string): ScreeningIndex {
    let index = this.own.get(tenantId);
    if (!index) {
      index = new ScreeningIndex();
      this.own.set(tenantId, index);
    }
    return index;
  }
}

/** Numbers are assigned in the order of the commits, see the migration. */
async function newestChange(sql: Sql): Promise<bigint> {
  const { rows } = await sql.query<{ sequence: string }>(NEWEST);
  return BigInt(rows[0]!.sequence);
}

const best = (matches: ScreeningMatch[], limit: number): ScreeningMatch[] =>
  matches.sort((a, b) => b.score - a.score).slice(0, limit);
