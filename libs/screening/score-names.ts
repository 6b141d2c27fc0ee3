import { comparePrepared } from './comparing/compare-prepared';
import { rounded, type NameComparison } from './comparing/comparison';
import { prepareCompany } from './names/prepare-company';
import { preparePerson } from './names/prepare-person';
import { prepareVessel } from './names/prepare-vessel';
import type { PreparedName } from './names/prepared-name';
import { preparedReadings } from './names/prepared-readings';

/** The score from which two names count as a match, unless the caller sets another threshold. */
export const DEFAULT_THRESHOLD = 0.7;

/**
 * Scores how likely two names belong to the same person or company, from 0 to 1. The score is symmetric. It is 1 for
 * names that differ only in case, punctuation, titles and the order of their words. At 0.7, one or two letters may be
 * wrong.
 *
 * A name can have several readings (`readingsOf`), such as alternatives; the best result of all pairs is returned.
 *
 * Both names are converted to Latin letters and folded spellings. Titles, particles and legal forms are removed. The
 * words are paired in any order, so that as few letters as possible are wrong. Then these terms are subtracted
 * from 1 (`features` lists each of them):
 *
 * - Wrong letters (`edits`): 0.3 for the number of wrong letters that a name of this length may have, which is 2.3
 *   for eight letters or more. Spellings and transliterations of the same name, nicknames and initials count less
 *   than one wrong letter each. In Chinese and Korean names, and in companies of a single short word, they count more.
 *   Two known names, such as `Martin` and `Marvin`, are no misspellings of each other, and a known name is hardly one of
 *   a rare name.
 * - Persons, words that only one name has (`coverage` is the share of the weight that is paired): 0.26 if half of the
 *   weight is not paired. Rare names weigh 1, common names 0.6, patronymics 0.35, initials 0.25, titles 0.15.
 * - Persons, only common names agree, or one in the form of another language, and one name has further words: 0.12 and
 *   0.08.
 * - Persons, only names of a chain agree (`Yasir Hassan`: own name and father's name, see `chain-names.txt`), and one name
 *   has further words: at least 0.295 together with those. The own name of one is the father's name of the other, who has
 *   another own name: 0.16 more.
 * - Persons, several full names that only one has: 0.05 times their weight beyond one of them.
 * - A name with all its words in a row in a text or an address: at most 0.2 for the other words.
 * - Companies, an acronym and the words that it stands for: 0.25, or 0.35 if it has three letters and no word beside it.
 * - Companies, words that only one name has: 0.35 for a distinctive word or a place, 0.32 for a number or a word that
 *   many companies share, less for a region, for `group` and for text in brackets.
 * - Companies, different legal forms: 0.04, or 0.32 if only one of them is a non-profit form.
 * - Conflict (both names have words without a partner): 0.4, so that the score is below 0.7. For persons only 0.12, if
 *   these words are at most an initial and a title in each name, and 0.32 if they are two different initials. Different
 *   numbers are a conflict, except in partnerships and trusts of one series.
 *
 * Names of vessels are compared like those of companies, without `M/V` before them. With the schema `Unknown`, names are
 * compared as persons and as companies, and the better result is returned.
 */
export function scoreNames(
  schema: 'Person' | 'Company' | 'Vessel' | 'Unknown',
  name1: string,
  name2: string,
): { score: number; features: Record<string, number | string | boolean | null> } {
  let best: NameComparison | undefined;
  const consider = (prepare: (name: string) => PreparedName): void => {
    const [ours, theirs] = [preparedReadings(name1, prepare), preparedReadings(name2, prepare)];
    // Of two texts, one is read as a whole: without their numbers, two different ones could be equal.
    const pairs = [
      ...ours.map((one) => [one, theirs[0]!] as const),
      ...theirs.slice(1).map((one) => [ours[0]!, one] as const),
    ];
    for (const [one, other] of pairs) {
      const compared = comparePrepared(one, other);
      if (!best || compared.score > best.score) best = compared;
    }
  };
  if (schema === 'Vessel') consider(prepareVessel);
  if (schema === 'Person' || schema === 'Unknown') consider(preparePerson);
  if (schema === 'Company' || schema === 'Unknown') consider(prepareCompany);
  return { score: rounded(best!.score), features: best!.features };
}
