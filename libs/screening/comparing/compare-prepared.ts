import type { PreparedName } from '../names/prepared-name';
import { compareCompanies } from './compare-companies';
import { comparePersons } from './compare-persons';
import { comparison, type NameComparison } from './comparison';

/** Compares two names that were prepared for the same schema. Symmetric. */
export function comparePrepared(a: PreparedName, b: PreparedName): NameComparison {
  if (a.tokens.length === 0 || b.tokens.length === 0) return comparison('nothing to compare', {}, { empty_term: 1 });
  if (areEqual(a, b)) return comparison('equal names', {}, {});
  const [first, second] = a.original <= b.original ? [a, b] : [b, a];
  return first.schema === 'Person' ? comparePersons(first, second) : compareCompanies(first, second);
}

/** True for names that differ only in case, accents, punctuation and titles. */
const areEqual = (a: PreparedName, b: PreparedName): boolean =>
  a.compact === b.compact &&
  a.tokens.length === b.tokens.length &&
  a.forms.join() === b.forms.join() &&
  a.tokens.every(({ text, native }, i) => text === b.tokens[i]!.text && native === b.tokens[i]!.native);
