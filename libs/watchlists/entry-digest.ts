import { createHash } from 'node:crypto';
import { canonicalJson } from '@probity/platform/canonical-json';
import { ListEntry } from '@probity/screening/list-entry';

/**
 * Returns the SHA-256 of the canonical JSON of an entry, in lower-case hex. Entries with the same content have the
 * same digest, so two versions of a list can be compared entry by entry. Only the first name, the primary one, has
 * a fixed place; the order of all other values makes no difference.
 */
export function entryDigest(entry: ListEntry): string {
  const [primary, ...others] = entry.names;
  const canonical = {
    ...entry,
    topics: entry.topics.toSorted(),
    names: [primary, ...sorted(others)],
    birth_dates: entry.birth_dates.toSorted(),
    countries: entry.countries.toSorted(),
    identifiers: sorted(entry.identifiers),
    programs: entry.programs.toSorted(),
  };
  return createHash('sha256').update(canonicalJson(canonical)).digest('hex');
}

function sorted<T>(values: T[]): T[] {
  const keyed = values.map((value) => ({ value, key: canonicalJson(value) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ value }) => value);
}
