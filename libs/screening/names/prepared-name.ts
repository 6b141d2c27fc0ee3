import { formsOf, spellingsOf } from './nicknames';
import type { Script } from './scripts';
import { foldSpelling, soundSkeleton } from './spelling';

/**
 * The role of a word in a name:
 *
 * - `name`: a name of a person, or a distinctive word of a company
 * - `initial`: one letter in place of a name
 * - `patronymic`: a middle name that is derived from the father's name
 * - `honour`: a title that can also be part of a name
 * - `generation`: junior, senior, the third
 * - `business`: a word that many companies share
 * - `place`: a country or a city
 * - `region`: a part of the world
 * - `number`: in digits, in words or in Roman numerals
 */
export type TokenKind =
  'name' | 'initial' | 'patronymic' | 'honour' | 'generation' | 'business' | 'place' | 'region' | 'number';

/** One word of a name, ready for comparing. It has no data about the other words, so names can share equal tokens. */
export interface NameToken {
  /** a to z and digits, lower case */
  readonly text: string;
  /** see `foldSpelling` */
  readonly fold: string;
  /** see `soundSkeleton` */
  readonly skeleton: string;
  /** the folded spelling without its vowels */
  readonly consonants: string;
  /** bit mask of the letters of the folded spelling, see `letterKinds` */
  readonly letters: number;
  /** see `spellingsOf` */
  readonly spellings: readonly number[];
  /** see `formsOf` */
  readonly shortForms: readonly number[];
  readonly script: Script;
  /** the original characters, if each is a syllable; else '' */
  readonly native: string;
  readonly kind: TokenKind;
  /** how much the word identifies the person or company, from 0 to 1 */
  readonly weight: number;
  /** meaning of a business word, key of a place, digits of a number or generation; else '' */
  readonly meaning: string;
}

/** Bits of `PreparedName.marks`: the token follows a particle such as `bin`, or is in brackets. */
export const CHILD_OF_MARK = 1;
export const BRACKET_MARK = 2;

/** Longer names are cut after this number of words. Bit masks of words need at most 31. */
export const MAX_TOKENS = 24;

export interface PreparedName {
  readonly original: string;
  readonly schema: 'Person' | 'Company';
  /** in the given order, but with the surname last if a comma marks it; not empty if the name has letters */
  readonly tokens: readonly NameToken[];
  /** bits for each token: `CHILD_OF_MARK` and `BRACKET_MARK` */
  readonly marks: readonly number[];
  /** all words without titles and legal forms, joined without spaces */
  readonly compact: string;
  /** classes of the legal forms of a company */
  readonly forms: readonly string[];
  /** true if the name has an office such as `President`; then the family name may be the only name */
  readonly titled: boolean;
  /** true for a name of single syllables, as in Chinese and Korean */
  readonly syllables: boolean;
  /** true for a text or an address that may have the name in it */
  readonly inText: boolean;
  /** of a company, see `initialsOf` */
  readonly initials: Initials;
}

/** How an acronym of a company is spelled. */
export interface Initials {
  /** the first letters of the words, or all letters of an acronym; with and without the legal form; may be empty */
  readonly spellings: readonly string[];
  /** true if the name has an acronym, such as `KPIC` */
  readonly acronym: boolean;
}

export const NO_INITIALS: Initials = { spellings: [], acronym: false };

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

/** The bit in `letterKinds` for a text with digits. */
export const DIGITS = 1 << 26;

/** Returns a bit mask of the letters that a text has, and `DIGITS` if it has digits. */
export function letterKinds(text: string): number {
  let bits = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i) - 97;
    bits |= letter >= 0 ? 1 << letter : DIGITS;
  }
  return bits;
}

/** Returns the number of letters that only one of the two bit masks has. */
export const differentKinds = (a: number, b: number): number => countBits(a ^ b);

export function countBits(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns a key that is equal for tokens with the same result in every comparison. */
export const tokenKey = (token: NameToken): string =>
  `${token.text}|${token.kind}|${token.weight}|${token.script}|${token.native}|${token.meaning}`;

export const textsOf = ({ tokens }: PreparedName): string[] => tokens.map(({ text }) => text);
