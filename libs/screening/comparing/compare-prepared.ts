import type { PreparedName } from '../names/prepared-name';
import { compareCompanies } from './compare-companies';
import { comparePersons } from './compare-persons';
import type { NameComparison } from './comparison';

/** Compares two names that were prepared for one schema; symmetric. */
export function comparePrepared(a: PreparedName, b: PreparedName): NameComparison {
  if (a.tokens.length === 0 || b.tokens.length === 0) return { score: 0, features: { compared: 'nothing to compare' } };
  if (a.original === b.original) return { score: 1, features: { compared: 'equal names' } };
  const [first, second] = a.original <= b.original ? [a, b] : [b, a];
  return first.schema === 'Person' ? comparePersons(first, second) : compareCompanies(first, second);
}
