import anyAscii from 'any-ascii';
import type { Script } from './scripts';

/**
 * Arabic, Persian and Urdu letters. Each becomes one letter of the folded spelling (see `foldSpelling`), because two
 * letters could combine with their neighbours. Alef, waw and yeh can also be long vowels; the comparison allows this.
 */
const ARABIC: Readonly<Record<string, string>> = letters(
  'ا:a آ:a أ:a إ:i ٱ:a ب:b پ:p ت:t ث:t ج:j چ:c ح:h خ:h د:d ذ:d ر:r ز:z ژ:z س:s ش:s ص:s ض:d ط:t ظ:z ع:e غ:g ' +
    'ف:f ڤ:v ق:k ک:k ك:k گ:g ل:l م:m ن:n ں:n ه:h ہ:h ھ:h ۀ:h ة:a و:w ؤ:w ۆ:o ۇ:u ۋ:v ی:y ي:y ى:a ئ:y ے:y ې:e ۍ:y ێ:e ء: ٹ:t ڈ:d ' +
    'ڑ:r ټ:t ډ:d ړ:r ږ:z ښ:s ڼ:n ڭ:n ځ:z څ:c ە:e',
);

const HEBREW: Readonly<Record<string, string>> = letters(
  'א:a ב:b ג:g ד:d ה:h ו:v ז:z ח:h ט:t י:y כ:k ך:k ל:l מ:m ם:m נ:n ן:n ס:s ע:e פ:p ף:f צ:c ץ:c ק:k ר:r ש:s ת:t',
);

/** Greek spellings that need special rules. Other letters are transliterated one by one. */
const GREEK_PAIRS: readonly (readonly [RegExp, string])[] = [
  [/ου/g, 'u'],
  [/([αεη])υ(?=[βγδζλμνραεηιουω])/g, '$1v'],
  [/([αεη])υ/g, '$1f'],
  [/^μπ/g, 'b'],
  [/^ντ/g, 'd'],
  [/^γκ/g, 'g'],
  [/γγ/g, 'ng'],
  [/τζ/g, 'tz'],
  [/χ/g, 'kh'],
  [/υ/g, 'y'],
];

/** Letters of other alphabets that look like Latin letters. Some people mix them to avoid screening. */
const LOOKALIKES: Readonly<Record<string, string>> = letters(
  'а:a в:b е:e к:k м:m н:h о:o р:p с:c т:t у:y х:x і:i ј:j ѕ:s һ:h ԁ:d ԛ:q ԝ:w ё:e ' +
    'α:a β:b ε:e η:n ι:i κ:k μ:m ν:v ο:o ρ:p τ:t υ:y χ:x ω:w',
);

function letters(table: string): Record<string, string> {
  return Object.fromEntries(table.split(' ').map((pair) => pair.split(':') as [string, string]));
}

/** Accents and vowel marks, and the Arabic character that lengthens a word. */
const MARKS = /[\p{M}\u0640]/gu;

/** Converts a word in one script to lower-case letters a to z and digits. Characters without a sound are removed. */
export function transliterate(word: string, script: Script): string {
  const lower = word.toLowerCase();
  switch (script) {
    case 'arabic':
      return spell(lower.replace(MARKS, '').replace(/تش/g, 'چ'), ARABIC);
    case 'hebrew':
      return spell(lower.replace(MARKS, ''), HEBREW);
    case 'greek': {
      let text = lower.normalize('NFD').replace(MARKS, '').replace(/ς/g, 'σ');
      for (const [pattern, sound] of GREEK_PAIRS) text = text.replace(pattern, sound);
      return plain(text);
    }
    case 'armenian':
      return plain(lower.replace(/ու/g, 'u'));
    default:
      return plain(lower);
  }
}

/** Converts a word that mixes Latin letters with similar letters of other alphabets to Latin letters. */
export function unmask(word: string): string {
  return plain([...word.toLowerCase()].map((letter) => LOOKALIKES[letter] ?? letter).join(''));
}

function spell(word: string, table: Readonly<Record<string, string>>): string {
  let latin = '';
  for (const letter of word) latin += table[letter] ?? plain(letter);
  return latin;
}

function plain(text: string): string {
  return anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
