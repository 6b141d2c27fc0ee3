import type { PreparedName } from '../names/prepared-name';

const LETTERS_OF_WORD_BESIDE = 1;

/**
 * How many letters tell that one name is the acronym of the other, together with the words that both have beside it;
 * undefined when it is not.
 */
export function isAcronymOf(a: PreparedName, b: PreparedName): number | undefined {
  if (a.initials.acronym === b.initials.acronym) return undefined;
  const [short, long] = a.initials.acronym ? [a, b] : [b, a];
  const letters = short.initials.spellings.find((spelling) => long.initials.spellings.includes(spelling));
  if (letters === undefined || long.tokens.length <= short.tokens.length) return undefined;
  const beside = short.tokens.filter(({ text, meaning }) =>
    long.tokens.some((other) => other.text === text || (meaning !== '' && other.meaning === meaning)),
  ).length;
  if (beside < short.tokens.length - 1) return undefined;
  return letters.length + beside * LETTERS_OF_WORD_BESIDE;
}
