import { OWN_LIST } from '@probity/contracts/watchlists/events';
import type { Sql } from '@probity/persistence/database';
import type { ListEntry } from '@probity/screening/list-entry';
import { ScreeningIndex } from '@probity/screening/screening-index';
import { addedIn, type ChangeRange, countAddedIn } from './stored-entries';
import { screenOptions, type TenantLists } from './tenant-lists';
import type { WatchlistIndex } from './watchlist-index';

/**
 * The largest change that gets an index of its own. A larger one uses the index of all lists, so that its entries are
 * not in memory twice.
 */
const MAX_ENTRIES_ONE_BY_ONE = 50_000;

const VERSIONS = `
  SELECT list, version FROM pipeline.watchlists WHERE tenant_id IS NOT DISTINCT FROM $1::uuid`;

/** The lists that a tenant screens against, for the customers of a rescreening. */
export type ListsOfTenant = (tenantId: string, lists: string[] | null) => TenantLists;

/**
 * Returns an index of only the added or changed entries; for a large change, the index of all lists. Undefined when
 * all of these entries were removed again.
 */
export async function changedEntries(
  sql: Sql,
  range: ChangeRange,
  all: WatchlistIndex,
): Promise<ListsOfTenant | undefined> {
  const entries = await countAddedIn(sql, range);
  if (entries === 0) return undefined;
  if (entries > MAX_ENTRIES_ONE_BY_ONE) {
    await all.refresh();
    return (tenantId, lists) => all.of(tenantId, lists);
  }
  const index = new ScreeningIndex();
  for await (const page of addedIn(sql, range)) {
    for (const { entry } of page) if (entry) index.add(entry);
    await new Promise(setImmediate); // lets other work of the process continue
  }
  const { rows } = await sql.query<{ list: string; version: number }>(VERSIONS, [range.tenant_id]);
  const versions = new Map(rows.map(({ list, version }) => [list, version]));
  return (_tenantId, lists) => {
    const applies = lists && new Set([...lists, OWN_LIST]);
    const accepts = applies ? { accepts: ({ list }: ListEntry) => applies.has(list) } : {};
    return {
      entries: index.size,
      screen: (subject, wanted) => index.screen(subject, { ...screenOptions(subject, wanted), ...accepts }),
      versionOf: (list) => versions.get(list) ?? 0,
    };
  };
}
