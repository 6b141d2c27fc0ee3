import { comparePrepared } from './comparing/compare-prepared';
import { rounded, type NameComparison } from './comparing/comparison';
import { prepareCompany } from './names/prepare-company';
import { preparePerson } from './names/prepare-person';

/** From this score on two names count as one unless a caller says otherwise. */
export const DEFAULT_THRESHOLD = 0.7;

/**
 * How likely two names are of one person or company, from 0 to 1; symmetric, and 1 for names that differ in nothing
 * but case, punctuation, titles and the order of their words. 0.7 is where one or two letters may be wrong.
 *
 * Both names are brought to Latin letters and folded spellings, titles, particles and legal forms are taken off, and
 * their words are paired, in any order, so that as few letters as possible are wrong. From 1 is then taken, see
 * `features` for how much it was:
 * - for wrong letters (`edits`): 0.3 where there are as many as a name of this length may have, which is 2.3 in eight
 *   letters or more. Spellings and transliterations of one name, nicknames and initials cost less than a letter each.
 * - of persons, for names that only one side has (`coverage`: the share of the weight that is paired): 0.26 where
 *   half of it is missing. Rare names weigh 1, common ones 0.6, patronymics 0.35, initials 0.25, titles 0.15.
 * - of companies, for words that only one side has: 0.35 for a word that names it or for a place, 0.32 for a word
 *   that many companies share or for a number, less for a region, for `group` and for text in brackets; and
 *   a little for another legal form, much where only one is not run for profit.
 * - for a conflict, that is words on both sides that have no partner: 0.4, which no agreement of the rest makes up.
 *
 * The schema `Unknown` compares both ways and gives the better result.
 */
export function scoreNames(
  schema: 'Person' | 'Company' | 'Unknown',
  name1: string,
  name2: string,
): { score: number; features: Record<string, number | string | boolean | null> } {
  let best: NameComparison | undefined;
  if (schema !== 'Company') best = comparePrepared(preparePerson(name1), preparePerson(name2));
  if (schema !== 'Person') {
    const asCompany = comparePrepared(prepareCompany(name1), prepareCompany(name2));
    if (!best || asCompany.score > best.score) best = asCompany;
  }
  return { score: rounded(best!.score), features: best!.features };
}
