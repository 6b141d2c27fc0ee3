import type { AlertToRaise } from '@probity/contracts/alerts/events';
import { canonicalHash } from '@probity/platform/canonical-json';

/** The parts of a list entry that are compared with a counterparty; remarks and programmes are not. */
interface ComparedEntry {
  schema: string;
  topics: string[];
  names: { name: string }[];
  birth_dates: string[];
  countries: string[];
  identifiers: { type: string; value: string }[];
}

/**
 * A hash of what was compared of the list entry of an alert, whatever its order: when it differs, the entry has changed.
 * A provider shows less of an entry than Probity's lists: the name that matched, and why the entry is listed.
 */
export function listEntryFingerprint({ match, evidence }: Pick<AlertToRaise, 'match' | 'evidence'>): string {
  const { entry } = evidence;
  if (!isEntry(entry)) return canonicalHash([match?.matched_name ?? '', sorted(match?.topics ?? [])]);
  const { schema, topics, names, birth_dates, countries, identifiers } = entry;
  return canonicalHash([
    schema,
    sorted(topics),
    sorted(names.map(({ name }) => name)),
    sorted(birth_dates),
    sorted(countries),
    sorted(identifiers.map(({ type, value }) => `${type}:${value}`)),
  ]);
}

const sorted = (texts: readonly string[]): string[] => [...texts].sort();

function isEntry(entry: unknown): entry is ComparedEntry {
  const { names, birth_dates, countries, identifiers, topics } = (entry ?? {}) as Partial<ComparedEntry>;
  return [names, birth_dates, countries, identifiers, topics].every(Array.isArray);
}
