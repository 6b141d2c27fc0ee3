import { readLines, words } from '@probity/platform/data-file';
import { shareGroup, spellingsOf } from './nicknames';
import { isSyllabic } from './scripts';
import { foldSpelling } from './spelling';
import { splitWord } from './split-word';
import { transliterate } from './transliterate';
import type { Word } from './words';

const TWO_CHARACTER_SURNAMES = new Set(
  '欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 司徒 夏侯 东方 東方 皇甫 尉迟 公孙 慕容 长孙 令狐 宇文 端木 南宫 남궁 황보 제갈 사공 선우 독고'.split(
    ' ',
  ),
);

/**
 * Splits the only word of a name. A word of Chinese or Korean characters (`邓小平`) is split into family name and given
 * name. Other words are split by `splitWord`.
 */
export function splitCharacters(word: Word): Word[] {
  if (!isSyllabic(word.script)) return splitWord(word);
  const characters = [...word.raw];
  if (characters.length < 2 || characters.length > 4) return [word];
  const surname = characters.length > 2 && TWO_CHARACTER_SURNAMES.has(characters[0]! + characters[1]!) ? 2 : 1;
  return [characters.slice(0, surname).join(''), characters.slice(surname).join('')].map((raw) => ({
    ...word,
    raw,
    text: transliterate(raw, word.script),
  }));
}

const SURNAMES = new Set(readLines(`${__dirname}/data/syllabic-surnames.txt`, words).flat());

const KOREAN_SYLLABLE =
  /^(kk|k|g|n|d|tt|t|r|l|m|b|pp|p|ss|sh|s|jj|j|ch|kh|h)?(y|w)?(ae|ai|a|eo|eu|ee|e|oe|oo|ou|o|ui|u|i)(ng|ck|rk|n|k|g|l|r|m|p|b|t|h)?$/;
const CHINESE_SYLLABLE =
  /^(zh|ch|sh|ts|tz|hs|[bpmfdtnlgkhjqxrzcsyw])?(iang|iong|uang|ueng|iao|ian|ien|ieh|uai|uan|ang|eng|ing|ong|ung|ai|ei|ao|ou|an|en|in|un|ia|ie|iu|ih|ua|uo|ui|ue|er|eh|a|e|i|o|u|v)$/;

/** True if the words can be a Chinese or Korean family name, and given names of one or two syllables each. */
export function looksSyllabic(texts: readonly string[]): boolean {
  if (texts.length < 2 || texts.length > 3) return false;
  if (!isFamilyName(texts[0]!) && !isFamilyName(texts.at(-1)!)) return false;
  return (
    texts.every((text) => splitsInto(text, KOREAN_SYLLABLE)) ||
    texts.every((text) => splitsInto(text, CHINESE_SYLLABLE)) ||
    texts.every((text) => splitsInto(fold(PINYIN_OF_RUSSIAN, text), CHINESE_SYLLABLE))
  );
}

/** Also accepts `n` for `ng`, because transliterations from Russian have no final `g`. */
const isFamilyName = (text: string): boolean => SURNAMES.has(text) || SURNAMES.has(`${text}g`);

function splitsInto(text: string, syllable: RegExp): boolean {
  if (syllable.test(text)) return true;
  for (let cut = 1; cut < text.length; cut++) {
    if (syllable.test(text.slice(0, cut)) && syllable.test(text.slice(cut))) return true;
  }
  return false;
}

/** Converts Wade-Giles and Pinyin transliterations of Chinese to one form: `Hsiao-p'ing` and `Xiaoping`. */
const CHINESE_RULES: readonly (readonly [RegExp, string])[] = [
  [/hs/g, 'x'],
  [/zh|ch|q|j/g, 'C'],
  [/ts|tz|ss|z|c/g, 'S'],
  [/b/g, 'p'],
  [/d/g, 't'],
  [/g(?=[aeiouwy])/g, 'k'],
  [/ong/g, 'ung'],
  [/ien/g, 'ian'],
  [/ieh/g, 'ie'],
  [/([iu])h/g, '$1'],
  [/eh/g, 'e'],
  [/uei/g, 'ui'],
  [/uo|(?<=[kh])e(?!n|i|r)/g, 'o'],
  [/(?<=[CSxr])[eiu](?![aeioun])/g, 'i'],
  [/yi/g, 'i'],
];

/** Converts Chinese in Russian letters (Palladius), such as `Дэн Сяопин`, to Pinyin. `n` can be n or ng. */
const PINYIN_OF_RUSSIAN: readonly (readonly [RegExp, string])[] = [
  [/chzh/g, 'zh'],
  [/tsz(?=[iyu])/g, 'j'],
  [/tsz/g, 'z'],
  [/s(?=[iy])/g, 'x'],
  [/y(?=[aeou])/g, 'i'],
];

const RUSSIAN_RULES: readonly (readonly [RegExp, string])[] = [...PINYIN_OF_RUSSIAN, ...CHINESE_RULES, [/ng/g, 'n']];

/**
 * Converts McCune-Reischauer, Revised Romanization and personal transliterations of Korean to one form: `Chung-hee`
 * and `Jeonghui`.
 */
const KOREAN_RULES: readonly (readonly [RegExp, string])[] = [
  [/ch|jj|j/g, 'C'],
  [/sh|ss/g, 's'],
  [/kk|ck|g(?!h)(?<!ng)/g, 'k'],
  [/tt|d/g, 't'],
  [/pp|b/g, 'p'],
  [/r(?=[kCmn])/g, ''],
  [/l(?=[aeiouwy])/g, 'r'],
  [/(?<=[aeiou])h(?![aeiouwy])/g, ''],
  [/eo|eu|oo|ou|o|u/g, 'u'],
  [/wu(?=[ptkCs]|$)/g, 'u'],
  [/ee|yi|ui|i/g, 'i'],
  [/ae|ai|ay/g, 'e'],
];

const fold = (rules: readonly (readonly [RegExp, string])[], text: string): string =>
  rules.reduce((folded, [pattern, replacement]) => folded.replace(pattern, replacement), text);

const SYSTEMS = { chinese: CHINESE_RULES, russian: RUSSIAN_RULES, korean: KOREAN_RULES };

/**
 * True if two names are different transliterations of the same Chinese or Korean name. The words must be in order. The
 * family name can be first or last.
 */
export function areOneTransliterated(a: readonly string[], b: readonly string[]): boolean {
  return Object.values(SYSTEMS).some((rules) => {
    if (fold(rules, a.join('')) === fold(rules, b.join(''))) return true;
    const [familyA, givenA] = familyAndGiven(a);
    const [familyB, givenB] = familyAndGiven(b);
    if (fold(rules, givenA) !== fold(rules, givenB)) return false;
    return (
      fold(rules, familyA) === fold(rules, familyB) ||
      shareGroup(spellingsOf(foldSpelling(familyA)), spellingsOf(foldSpelling(familyB)))
    );
  });
}

/**
 * Returns keys for finding names with `areOneTransliterated`. Two such names share a key.
 */
export function syllableKeys(texts: readonly string[]): string[] {
  const given = familyAndGiven(texts)[1];
  return Object.entries(SYSTEMS).flatMap(([system, rules]) => [
    `${system} ${fold(rules, given)}`,
    `${system} all ${fold(rules, texts.join(''))}`,
  ]);
}

function familyAndGiven(texts: readonly string[]): [string, string] {
  if (isFamilyName(texts[0]!) || !isFamilyName(texts.at(-1)!)) return [texts[0]!, texts.slice(1).join('')];
  return [texts.at(-1)!, texts.slice(0, -1).join('')];
}
