import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { OWN_LIST } from '@probity/contracts/watchlists/events';
import { Database, type Sql } from '@probity/persistence/database';
import type { ListEntry } from '@probity/screening/list-entry';
import { ScreeningIndex } from '@probity/screening/screening-index';
import type { ScreeningMatch } from '@probity/screening/screening-subject';
import { SharedQuery } from '@probity/persistence/shared-query';
import { type ChangedEntry, changedAfter } from './stored-entries';
import type { TenantLists } from './tenant-lists';

const MAX_ANSWERS = 20_000;

/** Everything below it is one picture, however long it takes to read. */
const ONE_PICTURE = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY';
const NEWEST = 'SELECT sequence FROM pipeline.watchlist_changes';
const CHANGED_LISTS = `
  SELECT list, tenant_id, version, entries FROM pipeline.watchlists WHERE sequence > $1::bigint`;

/** A list as it was when it was last looked at. */
interface KnownList {
  list: string;
  version: number;
  entries: number;
}

/**
 * The entries of all lists, in memory. A tenant sees the lists that all share and its own one, and nothing
 * of other tenants: their entries are in indexes of their own.
 */
@Injectable()
export class WatchlistIndex {
  private readonly shared = new ScreeningIndex();
  private readonly own = new Map<string, ScreeningIndex>();
  private readonly sharedLists = new Map<string, KnownList>();
  private readonly ownLists = new Map<string, KnownList>();
  private readonly newest = new SharedQuery<never, bigint>(() => newestChange(this.database));
  /** of questions that were asked before, until an entry changes: counterparties come again and again */
  private readonly answers = new LRUCache<string, ScreeningMatch[]>({ max: MAX_ANSWERS });
  private seen = 0n;
  private loading: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  /**
   * Reads what changed since it looked last. What was committed before the call is in the index after it;
   * whoever calls at the same time shares the query.
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
   * @param lists those of the shared lists that apply; null: all
   */
  of(tenantId: string, lists: string[] | null): TenantLists {
    const applies = lists && new Set(lists);
    const own = this.own.get(tenantId);
    const known = [...this.sharedLists.values()].filter(({ list }) => !applies || applies.has(list));
    const entries = known.reduce((sum, each) => sum + each.entries, own?.size ?? 0);
    const accepts = applies ? { accepts: ({ list }: ListEntry) => applies.has(list) } : {};
    return {
      entries,
      screen: (subject, options) => {
        const question = JSON.stringify([own ? tenantId : null, lists, options, subject]);
        let matches = this.answers.get(question);
        if (!matches) {
          const found = this.shared.screen(subject, { ...options, ...accepts });
          matches = own ? best([...found, ...own.screen(subject, options)], options.limit) : found;
          this.answers.set(question, matches);
        }
        return matches;
      },
      versionOf: (list) => (list === OWN_LIST ? this.ownLists.get(tenantId) : this.sharedLists.get(list))?.version ?? 0,
    };
  }

  /** When it fails midway, what was read stays and is read again: an entry that is put again is replaced. */
  private async load(): Promise<void> {
    this.seen = await this.database.transaction(async (sql) => {
      await sql.query(ONE_PICTURE);
      const seen = await newestChange(sql);
      for await (const entries of changedAfter(sql, String(this.seen))) {
        for (const entry of entries) this.put(entry);
        await new Promise(setImmediate); // lets the rest of the process go on
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
    this.answers.clear();
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

/** The order in which numbers are given is that in which they are committed, see the migration. */
async function newestChange(sql: Sql): Promise<bigint> {
  const { rows } = await sql.query<{ sequence: string }>(NEWEST);
  return BigInt(rows[0]!.sequence);
}

const best = (matches: ScreeningMatch[], limit: number): ScreeningMatch[] =>
  matches.sort((a, b) => b.score - a.score).slice(0, limit);
