import { formsOf, spellingsOf } from './nicknames';
import type { Script } from './scripts';
import { foldSpelling, soundSkeleton } from './spelling';

/**
 * What a word of a name is there for:
 * - `name`: it names; of a company, it is not a word that many companies share
 * - `initial`: one letter that stands for a name
 * - `patronymic`: a middle name made of the father's
 * - `honour`: a title that is part of names too
 * - `generation`: junior, senior, the third
 * - `business`: a word that many companies share
 * - `place`, `region`: a country or city; a part of the world
 * - `number`: also in words or in Roman digits
 */
export type TokenKind =
  'name' | 'initial' | 'patronymic' | 'honour' | 'generation' | 'business' | 'place' | 'region' | 'number';

/** One word of a name, ready for comparing. It holds nothing of its surroundings, so that equal ones can be shared. */
export interface NameToken {
  /** a to z and digits, lower case */
  readonly text: string;
  /** see `foldSpelling` */
  readonly fold: string;
  /** see `soundSkeleton` */
  readonly skeleton: string;
  /** the folded spelling without its vowels */
  readonly consonants: string;
  /** which letters the folded spelling has, see `letterKinds` */
  readonly letters: number;
  /** see `spellingsOf` */
  readonly spellings: readonly number[];
  /** see `formsOf` */
  readonly shortForms: readonly number[];
  readonly script: Script;
  /** as written, where one character is a syllable; else '' */
  readonly native: string;
  readonly kind: TokenKind;
  /** how much it says about who is meant, 0 to 1 */
  readonly weight: number;
  /** business: its meaning; place: its key; number and generation: the digits; else '' */
  readonly meaning: string;
}

/** Bits of `PreparedName.marks`: what the surroundings of a token say. */
export const CHILD_OF_MARK = 1;
export const BRACKET_MARK = 2;

/** More words than any name has; what comes after them is left out. */
export const MAX_TOKENS = 24;

export interface PreparedName {
  readonly original: string;
  readonly schema: 'Person' | 'Company';
  /** in the order given, surname after given names where a comma shows which is which; never empty for a name with letters */
  readonly tokens: readonly NameToken[];
  /** one for each token */
  readonly marks: readonly number[];
  /** all words of the name without titles and legal forms, written as one */
  readonly compact: string;
  /** classes of the legal forms of a company */
  readonly forms: readonly string[];
  /** an office precedes it, so that the family name may be the only name */
  readonly titled: boolean;
  /** a short family name and given names of one syllable each, as in Chinese and Korean */
  readonly syllables: boolean;
}

export function makeToken(
  kind: TokenKind,
  text: string,
  weight: number,
  script: Script = 'latin',
  native = '',
  meaning = '',
): NameToken {
  const fold = script === 'arabic' || script === 'hebrew' ? text : foldSpelling(text);
  return {
    text,
    fold,
    skeleton: soundSkeleton(fold),
    consonants: fold.replace(/[aeiou]/g, ''),
    letters: letterKinds(fold),
    spellings: spellingsOf(fold),
    shortForms: formsOf(fold),
    script,
    native,
    kind,
    weight,
    meaning,
  };
}

/** The bit of all digits. */
export const DIGITS = 1 << 26;

/** Which letters a text has, a bit for each, and `DIGITS`. */
export function letterKinds(text: string): number {
  let bits = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i) - 97;
    bits |= letter >= 0 ? 1 << letter : DIGITS;
  }
  return bits;
}

/** How many letters one of the two has and the other has not. */
export function differentKinds(a: number, b: number): number {
  let bits = a ^ b;
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Equal for tokens that are compared alike. */
export const tokenKey = (token: NameToken): string =>
  `${token.text}|${token.kind}|${token.weight}|${token.script}|${token.native}|${token.meaning}`;

export const textsOf = ({ tokens }: PreparedName): string[] => tokens.map(({ text }) => text);
