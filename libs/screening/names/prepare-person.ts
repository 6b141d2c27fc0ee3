import { isCommonName } from './common-names';
import { looksSyllabic, splitCharacters } from './east-asian';
import { generationOf, isHonour, isLooseHonour, isOffice, isTitle, isWeakTitle } from './honorifics';
import { isChildOf, isOpeningParticle, isParticle, isPatronymic } from './particles';
import {
  BRACKET_MARK,
  CHILD_OF_MARK,
  makeToken,
  MOST_TOKENS,
  type NameToken,
  type PreparedName,
} from './prepared-name';
import { isAlphabet, isSyllabic } from './scripts';
import { foldSpelling } from './spelling';
import { toWords, type Word } from './words';

const WEIGHT_OF_COMMON_NAME = 0.6;
const WEIGHT_OF_SERVANT = 0.4;
const WEIGHT_OF_PATRONYMIC = 0.35;
const WEIGHT_OF_INITIAL = 0.25;
const WEIGHT_OF_HONOUR = 0.15;
const WEIGHT_OF_GENERATION = 0.3;

/** Words that open a compound name: `Abdul Rahman`, `Abu Bakr`, `Nur al-Din`. */
const COMPOUND_PARTS = new Set(
  'abd abdul abdel abdal abdol abdoul abu abou aboo umm din uddin eddine ullah allah'.split(' '),
);

/** The words of a person's name with their roles. */
export function preparePerson(original: string): PreparedName {
  let words = givenNamesFirst(toWords(original).flatMap(splitWord)).slice(0, MOST_TOKENS);
  const { kept, titled } = withoutTitles(words);
  words = kept;
  const tokens: NameToken[] = [];
  const marks: number[] = [];
  let childOf = false;
  const strong = words.filter(({ text }, i) => !isParticleAt(words, i) && !isHonour(text)).length;
  const nameCount = words.filter(({ text, script }, i) => !isParticleAt(words, i) && !isInitial(text, script)).length;
  const mixedCase = /\p{Ll}/u.test(original);

  words.forEach((word, i) => {
    if (isParticleAt(words, i) && strong > 0) {
      childOf ||= isChildOf(word.text);
      return;
    }
    const mark = (childOf ? CHILD_OF_MARK : 0) | (word.bracketed ? BRACKET_MARK : 0);
    childOf = false;
    for (const token of tokensOf(word, i, words.length, strong, nameCount, mixedCase)) {
      tokens.push(word.bracketed ? { ...token, weight: token.weight / 2 } : token);
      marks.push(mark);
    }
  });
  return {
    original,
    schema: 'Person',
    tokens,
    marks,
    compact: words.map(({ text }) => text).join(''),
    forms: [],
    titled,
    syllables: words.every(({ script }) => isSyllabic(script)) || looksSyllabic(tokens.map(({ text }) => text)),
  };
}

function tokensOf(
  word: Word,
  at: number,
  count: number,
  strong: number,
  nameCount: number,
  mixedCase: boolean,
): NameToken[] {
  const { text, script, raw } = word;
  const generation = at > 0 && (text.length > 2 || at === count - 1) ? generationOf(text) : undefined;
  if (generation !== undefined) return [makeToken('generation', text, WEIGHT_OF_GENERATION, 'latin', '', generation)];
  if (isInitial(text, script)) return [makeToken('initial', text, WEIGHT_OF_INITIAL)];
  if (mixedCase && at === 0 && count > 1 && /^[B-DF-HJ-NP-TV-XZ]{2,3}$/.test(raw)) {
    return [...text].map((letter) => makeToken('initial', letter, WEIGHT_OF_INITIAL));
  }
  if (isHonour(text) && (isLooseHonour(text) ? at === 0 && strong >= 2 : strong >= 1)) {
    return [makeToken('honour', text, WEIGHT_OF_HONOUR)];
  }
  if (nameCount >= 3 && isAlphabet(script) && isPatronymic(text)) {
    return [makeToken('patronymic', text, WEIGHT_OF_PATRONYMIC, script)];
  }
  return [makeToken('name', text, weightOf(text), script, isSyllabic(script) ? raw : '')];
}

function weightOf(text: string): number {
  if (COMPOUND_PARTS.has(text)) return WEIGHT_OF_SERVANT;
  const weight = isCommonName(foldSpelling(text)) ? WEIGHT_OF_COMMON_NAME : 1;
  return text.length <= 2 ? weight * 0.7 : weight;
}

const isInitial = (text: string, script: Word['script']): boolean => text.length === 1 && isAlphabet(script);

function isParticleAt(words: readonly Word[], at: number): boolean {
  const { text, raw } = words[at]!;
  if (!isParticle(text) || at === words.length - 1) return false;
  if (text.length === 1 && raw !== raw.toLowerCase()) return false;
  return at > 0 || isOpeningParticle(text);
}

/** `Last, First` in the order in which it is spoken; what stands after a second comma comes last. */
function givenNamesFirst(words: readonly Word[]): Word[] {
  if (words.length === 0 || words.at(-1)!.commas === 0) return [...words];
  const part = (commas: number): Word[] => words.filter((word) => word.commas === commas);
  const given = part(1);
  const isSuffix = given.every(({ text }) => isTitle(text) || generationOf(text) !== undefined);
  return isSuffix ? [...words] : [...given, ...part(0), ...words.filter(({ commas }) => commas > 1)];
}

/** Without titles and without the legal form of a company, which some add to slip through. */
function withoutTitles(words: readonly Word[]): { kept: Word[]; titled: boolean } {
  let titled = false;
  let left = words.length;
  const last = words.at(-1);
  const kept = words.filter((word, i) => {
    const { text } = word;
    const ends = word === last;
    const office = isOffice(text) && !ends;
    const needed = isWeakTitle(text) ? 2 : 1;
    const drop =
      ((isTitle(text) && (i === 0 || ends || isTitle(words[i - 1]!.text) || word.commas > 0 || !isWeakTitle(text))) ||
        office ||
        (ends && COMPANY_ENDINGS.has(text))) &&
      left - 1 >= (COMPANY_ENDINGS.has(text) ? 2 : needed);
    if (!drop) return true;
    left--;
    titled ||= office;
    return false;
  });
  return { kept, titled };
}

const COMPANY_ENDINGS = new Set('sa llc ltd inc gmbh ag plc ooo srl corp'.split(' '));

/** A word that is several: glued by a capital, by an article or by a compound, or written without spaces. */
function splitWord(word: Word): Word[] {
  if (isSyllabic(word.script)) return splitCharacters(word);
  const parts = (texts: readonly string[]): Word[] => texts.map((text) => ({ ...word, text, raw: text }));
  if (word.script === 'arabic') return splitArabic(word);
  if (word.script === 'hebrew' && word.raw === 'בן') return parts(['ben']);
  const capital = GLUED_BY_CAPITAL.exec(word.raw);
  if (capital && !FAMILY_NAME_PREFIX.test(word.raw)) return toWords(`${capital[1]} ${capital[2]}`).flatMap(splitWord);
  const servant = GLUED_SERVANT.exec(word.text);
  if (servant && !OF_GOD.test(servant[1]!)) return parts(['abdul', servant[1]!]);
  const faith = GLUED_FAITH.exec(word.text);
  if (faith) return parts([faith[1]!, 'din']);
  return [word];
}

/** Arabic writes the article, and often `abd`, without a space. */
function splitArabic(word: Word): Word[] {
  const article = 'ال';
  const part = (text: string): Word => ({ ...word, text, raw: text });
  if (word.raw === SERVANT) return [part('abdul')];
  if (word.raw.startsWith(SERVANT + article)) return [part('abdul'), part(word.text.slice(5))];
  if (word.raw.startsWith(article) && word.text.length >= 5) return [part('al'), part(word.text.slice(2))];
  return [word];
}

const SERVANT = 'عبد';
const GLUED_BY_CAPITAL = /^(\p{Lu}?\p{Ll}{2,})(\p{Lu}\p{L}{2,})$/u;
const FAMILY_NAME_PREFIX = /^(Mac|Fitz|Van|Von|Del|Des|Dos|San|Saint|Mak)\p{Lu}/u;
const GLUED_SERVANT = /^abd(?:[aeiou]?l|[aeiou](?:r(?=r)|s(?=s)|n(?=n)|z(?=z)|d(?=d)|t(?=t)))(.{3,})$/;
const OF_GOD = /^(l?l?ah?i?|l?l?aa?h?i?|l?ohi?)$/;
const GLUED_FAITH = /^(.{3,}?)(?:[ueai]dd|[ueai]ld)(?:in|yn|een|ine)$/;
