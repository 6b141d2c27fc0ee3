import { businessMeaning, isLinkWord } from './business-words';
import { joinLetters, legalFormAt, splitGluedForm, type LegalForm } from './legal-forms';
import { numberAt, romanValue } from './numbers';
import { isRegion, placeAt } from './places';
import { BRACKET_MARK, makeToken, MAX_TOKENS, type NameToken, type PreparedName } from './prepared-name';
import { initialsOf } from './initials';
import { isSyllabic } from './scripts';
import { foldSpelling } from './spelling';
import { isText } from './text-around-names';
import { transliterate } from './transliterate';
import { toWords, type Word } from './words';
import { NAME_WEIGHTS } from '../weights';

const WEIGHTS = NAME_WEIGHTS.words_of_companies;

const IN_WORDS = '#';
const MAX_SERIES = 30;

/** Splits the name of a company into words with their roles, and legal forms. */
export function prepareCompany(original: string): PreparedName {
  const all = joinLetters(
    toWords(original).map(withoutCharacterForm).flatMap(splitGluedForm).flatMap(splitCharacterWords),
  ).slice(0, MAX_TOKENS);
  const { words, forms } = withoutForms(withoutNumberSigns(all));
  const texts = words.map(({ text }) => text);
  const tokens: NameToken[] = [];
  const marks: number[] = [];
  const links: NameToken[] = [];
  const mixedCase = /\p{Ll}/u.test(original);
  let compact = '';
  for (let i = 0; i < words.length;) {
    const { token, taken } = tokenAt(words, texts, i);
    const word = words[i]!;
    compact += token.kind === 'number' ? token.text : texts.slice(i, i + taken).join('');
    i += taken;
    if (token.kind === 'name' && isLink(word, mixedCase)) {
      links.push(token);
      continue;
    }
    tokens.push(word.bracketed ? { ...token, weight: token.weight / 2 } : token);
    marks.push(word.bracketed ? BRACKET_MARK : 0);
  }
  return {
    original,
    schema: 'Company',
    tokens: tokens.length > 0 ? tokens : links,
    marks: tokens.length > 0 ? marks : links.map(() => 0),
    compact,
    forms,
    titled: false,
    syllables: false,
    inText: isText(original),
    initials: initialsOf(words, all),
  };
}

function tokenAt(words: readonly Word[], texts: readonly string[], at: number): { token: NameToken; taken: number } {
  const { text, raw, script } = words[at]!;
  const place = placeAt(words, at);
  if (place) {
    const region = isRegion(place.key);
    const weight = region ? WEIGHTS.region : WEIGHTS.place;
    const name = texts.slice(at, at + place.words).join('');
    return { token: makeToken(region ? 'region' : 'place', name, weight, 'latin', '', place.key), taken: place.words };
  }
  const number = numberAt(texts, at);
  if (number) {
    const token = makeToken(
      'number',
      number.digits,
      WEIGHTS.number,
      'latin',
      /^\d+$/.test(text) ? '' : IN_WORDS,
      number.digits,
    );
    return { token, taken: number.words };
  }
  const roman =
    at > 0 && raw === raw.toUpperCase() && (text.length > 1 || at === texts.length - 1) ? romanValue(text) : undefined;
  if (roman !== undefined && roman <= MAX_SERIES) {
    return { token: makeToken('number', String(roman), WEIGHTS.number, 'latin', '', String(roman)), taken: 1 };
  }
  const meaning = businessMeaning(foldSpelling(text));
  if (meaning !== undefined) {
    return { token: makeToken('business', text, WEIGHTS.business_word, script, '', meaning), taken: 1 };
  }
  const weight = text.length === 1 ? 0.5 : text.length === 2 ? 0.8 : 1;
  return { token: makeToken('name', text, weight, script, isSyllabic(script) ? raw : ''), taken: 1 };
}

/** True for a word that only joins others, or a web ending such as `.com`. False for abbreviations, as in `AT&T`. */
function isLink({ text, raw, joined }: Word, mixedCase: boolean): boolean {
  if (joined && WEB_ENDINGS.has(text)) return true;
  if (!isLinkWord(text)) return false;
  const abbreviation = raw === raw.toUpperCase() && raw !== raw.toLowerCase() && (mixedCase || text.length === 1);
  return !abbreviation;
}

const WEB_ENDINGS = new Set('com net org'.split(' '));

/** `No. 3` and `Number 3` are written as `3`. */
const withoutNumberSigns = (words: readonly Word[]): Word[] =>
  words.filter(({ text }, i) => !(NUMBER_SIGNS.has(text) && /^\d+$/.test(words[i + 1]?.text ?? '')));

const NUMBER_SIGNS = new Set('no nr num number numero nomer nomor'.split(' '));

/** Removes the legal forms one by one, but keeps at least one word of the name. */
function withoutForms(all: readonly Word[]): { words: Word[]; forms: string[] } {
  const forms = new Set<string>();
  let words = [...all];
  for (let found = lastForm(words); found !== undefined; found = lastForm(words)) {
    if (found.class !== '') forms.add(found.class);
    words = [...words.slice(0, found.at), ...words.slice(found.at + found.words)];
  }
  return { words: withoutTrailingLink(words), forms: [...forms].sort() };
}

/** Returns the legal form that ends last in the name, and the longest if several end there. */
function lastForm(words: readonly Word[]): (LegalForm & { at: number }) | undefined {
  let best: (LegalForm & { at: number }) | undefined;
  for (let at = 0; at < words.length; at++) {
    const form = legalFormAt(words, at);
    if (!form || form.words === words.length) continue;
    if (best === undefined || at + form.words > best.at + best.words) best = { at, ...form };
  }
  return best;
}

/** Removes `and` at the end. `Goldman Sachs & Co.` ends in `and` when its legal form is removed. */
function withoutTrailingLink(words: Word[]): Word[] {
  let end = words.length;
  while (end > 1 && words[end - 1]!.text === 'and') end--;
  return words.slice(0, end);
}

/** Splits the business words at the end of a Chinese name, where they are written without a space. */
function splitCharacterWords(word: Word): Word[] {
  if (word.script !== 'han') return [word];
  const rest = [...word.raw];
  const ending: Word[] = [];
  for (;;) {
    const length = [3, 2].find((size) => rest.length > size && BUSINESS_CHARACTERS.has(rest.slice(-size).join('')));
    if (length === undefined) break;
    const raw = rest.splice(-length).join('');
    ending.unshift({ ...word, raw, text: BUSINESS_CHARACTERS.get(raw)!, script: 'latin' });
  }
  if (ending.length === 0) return [word];
  const raw = rest.join('');
  return [{ ...word, raw, text: transliterate(raw, word.script) }, ...ending];
}

/** In simplified and traditional characters. */
const BUSINESS_CHARACTERS: ReadonlyMap<string, string> = new Map(
  (
    '国际:international 國際:international 贸易:trading 貿易:trading 商贸:trading 商貿:trading 科技:technology 实业:industry 實業:industry 工业:industry 工業:industry 集团:group 集團:group ' +
    '银行:bank 銀行:bank 投资:investment 投資:investment 航运:shipping 航運:shipping 船务:shipping 船務:shipping 石油:petroleum 化工:chemical 物流:logistics 电子:electronics 電子:electronics 建设:construction 建設:construction ' +
    '发展:development 發展:development 进出口:export 進出口:export 技术:technology 技術:technology 能源:energy 矿业:mining 礦業:mining 航空:airlines 保险:insurance 保險:insurance 研究所:research 研究院:research 大学:university 大學:university'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

const CHARACTER_FORM =
  /(股份有限公司|有限责任公司|有限責任公司|集团有限公司|有限公司|集团公司|集團公司|公司|株式会社|주식회사)$/u;
const OPENING_CHARACTER_FORM = /^(株式会社|주식회사)/u;

/** Removes the legal form from a Chinese, Japanese or Korean name, where it is written without a space. */
function withoutCharacterForm(word: Word): Word {
  if (!isSyllabic(word.script)) return word;
  const raw = word.raw.replace(CHARACTER_FORM, '').replace(OPENING_CHARACTER_FORM, '');
  return raw === '' || raw === word.raw ? word : { ...word, raw, text: transliterate(raw, word.script) };
}
