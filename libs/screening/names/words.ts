import { scriptOf, type Script } from './scripts';
import { transliterate, unmask } from './transliterate';

/** One word of a name as written, with its context. */
export interface Word {
  /** letters a to z and digits in lower case; not empty */
  text: string;
  /** original spelling, without apostrophes and invisible characters */
  raw: string;
  script: Script;
  /** only a dot or a slash separates it from the previous word, as in `A.B.C.` or `A/S` */
  joined: boolean;
  /** only a hyphen separates it from the previous word, as in `Jean-Claude` */
  hyphenated: boolean;
  bracketed: boolean;
  /** number of commas before the word */
  commas: number;
}

const LETTER = /[\p{L}\p{M}\p{N}]/u;
const APOSTROPHES = new Set("'’‘‛ʼʻʽʾʿ`´′՚＇".split(''));
const HYPHENS = new Set('-‐‑‒–—−־'.split(''));
const INVISIBLE = /\p{Cf}/gu;
const ASCII = /^[\x20-\x7e]*$/;

/** Splits a name in any script into words. Characters that are neither letters nor digits separate words. */
export function toWords(name: string): Word[] {
  const text = ASCII.test(name) ? name : name.normalize('NFKC').replace(INVISIBLE, '');
  const words: Word[] = [];
  let current = '';
  let script: Script | undefined;
  let mixed = false;
  let separator = ' ';
  let depth = 0;
  let commas = 0;

  const finish = (): void => {
    if (current === '') return;
    const latin = mixed ? unmask(current) : transliterate(current, script ?? 'latin');
    if (latin !== '') {
      words.push({
        text: latin,
        raw: current,
        script: mixed ? 'latin' : (script ?? 'latin'),
        joined: separator === '.',
        hyphenated: separator === '-',
        bracketed: depth > 0,
        commas,
      });
    }
    current = '';
    script = undefined;
    mixed = false;
    separator = '';
  };

  for (const character of text) {
    if (APOSTROPHES.has(character)) continue;
    if (LETTER.test(character)) {
      const code = character.codePointAt(0)!;
      const own = isDigit(code) || isMark(character) ? undefined : scriptOf(code);
      if (own !== undefined && script !== undefined && own !== script) {
        if (lookalikeScripts(own, script)) mixed = true;
        else {
          finish();
          separator = ' ';
        }
      }
      script ??= own;
      current += character;
      continue;
    }
    finish();
    if (character === '&' || character === '+') {
      words.push(symbol('and', character, depth, commas));
      separator = ' ';
    } else if (character === '%') {
      words.push(symbol('percent', character, depth, commas));
      separator = ' ';
    } else if (character === '.' || character === '/') separator = separator === '' ? '.' : ' ';
    else if (HYPHENS.has(character)) separator = separator === '' ? '-' : ' ';
    else {
      separator = ' ';
      if (character === '(' || character === '[') depth++;
      else if ((character === ')' || character === ']') && depth > 0) depth--;
      else if (character === ',' || character === '،' || character === '、') commas++;
    }
  }
  finish();
  return words;
}

const symbol = (text: string, raw: string, depth: number, commas: number): Word => ({
  text,
  raw,
  script: 'latin',
  joined: false,
  hyphenated: false,
  bracketed: depth > 0,
  commas,
});

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const isMark = (character: string): boolean => /\p{M}/u.test(character);

const lookalikeScripts = (a: Script, b: Script): boolean =>
  (a === 'latin' && (b === 'cyrillic' || b === 'greek')) || (b === 'latin' && (a === 'cyrillic' || a === 'greek'));
