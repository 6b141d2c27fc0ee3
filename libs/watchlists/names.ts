import { NameQuality } from '@probity/screening/list-entry';

/**
 * Makes a text safe to store and show: one line, in Unicode normal form C, without control characters, zero-width
 * characters, byte order marks and marks that change the direction of text.
 */
export function plainText(text: string): string {
  return text
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFC')
    .toWellFormed();
}

const SUFFIX = /^(jr|sr|ii|iii|iv)\.?$/i;

/**
 * Returns a person's name in spoken order. The lists print the family name first, as `LAST, First`,
 * `LAST, First, Jr.` or `LAST, JR., First`. A name without a comma, or with other parts, is not changed.
 */
export function naturalOrder(name: string): string {
  const parts = name.split(',').map((part) => part.trim());
  const suffixes = parts.filter((part) => SUFFIX.test(part));
  const [family, given, ...others] = parts.filter((part) => !SUFFIX.test(part));
  return family && given && others.length === 0 ? [given, family, ...suffixes].join(' ') : name;
}

/**
 * True for one word of at most five letters, such as `HESA`. As an alias, such a word would match too many names.
 * False for Chinese, Japanese and Korean characters, because a full name in them is that short.
 */
export function isShortWord(name: string): boolean {
  if (/\s/.test(name) || /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name))
    return false;
  return name.replace(/[^\p{L}\p{N}]/gu, '').length <= 5;
}

/** Returns the quality of an alias for which the list gives no quality. */
export function aliasQuality(name: string): NameQuality {
  return isShortWord(name) ? 'weak' : 'alias';
}

/** True if the text has a letter or a digit, so that it can be compared with a name. */
export function isName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Joins the non-empty texts with commas. */
export const joined = (texts: string[]): string => texts.filter((text) => text !== '').join(', ');
