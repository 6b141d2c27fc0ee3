import { NameQuality } from '@probity/screening/list-entry';

/**
 * A text of a list as it can be stored and shown: one line, composed (NFC), without control characters and
 * without the invisible marks that turn the direction of text or hide in front of it.
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
 * A person's name in the order in which it is spoken, from `LAST, First`, `LAST, First, Jr.` or
 * `LAST, JR., First`: the lists print the family name first and a comma after it. A name with no comma, or
 * with more of them, is left as it is.
 */
export function naturalOrder(name: string): string {
  const parts = name.split(',').map((part) => part.trim());
  const suffixes = parts.filter((part) => SUFFIX.test(part));
  const [family, given, ...others] = parts.filter((part) => !SUFFIX.test(part));
  return family && given && others.length === 0 ? [given, family, ...suffixes].join(' ') : name;
}

/**
 * One word of at most five letters in a script that spells sounds, such as `HESA`: as an alias it fits too
 * many. Names in Chinese, Japanese and Korean characters are whole names in that length.
 */
export function isShortWord(name: string): boolean {
  if (/\s/.test(name) || /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name))
    return false;
  return name.replace(/[^\p{L}\p{N}]/gu, '').length <= 5;
}

/** The quality of an alias that the list does not call weak. */
export function aliasQuality(name: string): NameQuality {
  return isShortWord(name) ? 'weak' : 'alias';
}

/** Something that can be compared: at least one letter or digit. */
export function isName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The texts that there are, with commas between them. */
export const joined = (texts: string[]): string => texts.filter((text) => text !== '').join(', ');
