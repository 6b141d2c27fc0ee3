import { createHash } from 'node:crypto';
import { canonicalJson } from '@probity/platform/canonical-json';
import { ListEntry } from '@probity/screening/list-entry';

/**
 * SHA-256, in lower-case hex, of the canonical JSON of an entry: the same for the same content, so that two
 * versions of a list can be compared entry by entry. The order of what is a set (everything but the first
 * name, which is the primary one) does not count.
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
