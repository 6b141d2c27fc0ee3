import { OWN_LIST, ownListStream } from '@probity/contracts/watchlists/events';
import type { Sql } from '@probity/persistence/database';
import { invalid } from '@probity/platform/errors';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { quotaExceeded } from '@probity/read-side/limits/quota';
import { type ListedEntry, storedEntry } from '@probity/read-side/watchlists/stored-entry';
import { checkEntry } from '@probity/watchlists/check-entry';

const MAX_PROBLEMS_NAMED = 20;

const OWN = `
  SELECT entry_id, digest FROM pipeline.watchlist_entries
  WHERE stream = $1 AND removed_at IS NULL AND entry_id = ANY($2)`;
const COUNT = 'SELECT entries FROM pipeline.watchlists WHERE stream = $1';

/**
 * Reads posted entries for a tenant's own list into canonical form.
 *
 * @throws Refusal `invalid_entry` that names every invalid field, `duplicate_entry` when two entries have one id
 */
export function readOwnEntries(given: unknown[]): ListedEntry[] {
  const places = new Map<string, number>();
  const problems: string[] = [];
  const entries = given.flatMap((raw, index) => {
    const { entry, problems: found } = checkEntry(raw);
    problems.push(...found.map((problem) => `entries[${index}]: ${problem}`));
    if (!entry) return [];
    const before = places.get(entry.id);
    if (before !== undefined) {
      throw invalid('duplicate_entry', `entries[${index}] has the id of entries[${before}]: "${entry.id}"`);
    }
    places.set(entry.id, index);
    return [entry];
  });
  if (problems.length > 0) throw invalid('invalid_entry', problems.slice(0, MAX_PROBLEMS_NAMED).join('; '));
  return entries;
}

/**
 * The entries that are new or differ from the stored ones.
 *
 * @throws Refusal when the list would become too long
 */
export async function entriesToAdd(sql: Sql, tenantId: string, entries: ListedEntry[]): Promise<ListedEntry[]> {
  const stream = ownListStream(tenantId);
  const [known, counted, limit] = await Promise.all([
    sql.query<{ entry_id: string; digest: string }>(OWN, [stream, entries.map(({ id }) => id)]),
    sql.query<{ entries: number }>(COUNT, [stream]),
    new LimitQueries(sql).limit(tenantId, 'watchlist_entries'),
  ]);
  const digests = new Map(known.rows.map(({ entry_id, digest }) => [entry_id, digest]));
  const current = counted.rows[0]?.entries ?? 0;
  const added = entries.filter(({ id }) => !digests.has(id)).length;
  if (added > 0 && current + added > limit) {
    const free = Math.max(0, limit - current);
    const remedy = free === 0 ? 'delete entries first' : `send at most ${free} new entries or delete entries first`;
    throw quotaExceeded('list_full', 'watchlist_entries', { limit, current, remedy });
  }
  return entries.filter((entry) => digests.get(entry.id) !== storedEntry(OWN_LIST, entry).digest);
}
