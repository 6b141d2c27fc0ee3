import { isLinkWord } from './business-words';
import type { Initials } from './prepared-name';
import type { Word } from './words';

const ACRONYM = /^\p{Lu}{3,6}$/u;
/** A name with more words has no acronym in place of its name. */
const MAX_WORDS_BESIDE = 1;
const FEWEST_WORDS = 3;
const LONGEST = 10;

/**
 * The letters by which an acronym and the words that it stands for are found and compared: `KPIC` and `Khorasan
 * Petrochemical Industries Company` have `kpic`, `LNE Holding` and `Lotos Neft Eksport Holding` have `lneh`.
 *
 * @param words the words of the name without legal forms
 * @param all the same with legal forms, which can be a letter of the acronym
 */
export function initialsOf(words: readonly Word[], all: readonly Word[]): Initials {
  const acronym = words.length <= 1 + MAX_WORDS_BESIDE && words.some(({ raw }) => ACRONYM.test(raw));
  if (!acronym && all.length < FEWEST_WORDS) return { spellings: [], acronym };
  const spellings = [words, all].map((those) => spelled(those, acronym)).filter(isSuitable);
  return { spellings: [...new Set(spellings)], acronym };
}

const isSuitable = ({ length }: string): boolean => length >= FEWEST_WORDS && length <= LONGEST;

function spelled(words: readonly Word[], acronym: boolean): string {
  return words
    .filter(({ text }) => !isLinkWord(text))
    .map(({ text, raw }) => (acronym && ACRONYM.test(raw) ? text : text[0]!))
    .join('');
}
