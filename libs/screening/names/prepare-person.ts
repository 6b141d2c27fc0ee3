import { isCommonName } from './common-names';
import { looksSyllabic, splitCharacters } from './east-asian';
import { generationOf, isHonour, isLooseHonour, isOffice, isTitle, isWeakTitle } from './honorifics';
import { isChainName, isSpellingOfCommonName } from './nicknames';
import { isChildOf, isOpeningParticle, isParticle, isPatronymic } from './particles';
import {
  BRACKET_MARK,
  CHILD_OF_MARK,
  makeToken,
  MAX_TOKENS,
  type NameToken,
  NO_INITIALS,
  type PreparedName,
} from './prepared-name';
import { isAlphabet, isSyllabic, type Script } from './scripts';
import { foldSpelling } from './spelling';
import { splitWord } from './split-word';
import { isText } from './text-around-names';
import { toWords, type Word } from './words';
import { NAME_WEIGHTS } from '../weights';

const WEIGHTS = NAME_WEIGHTS.words_of_persons;

/** First or last words of compound names: `Abdul Rahman`, `Abu Bakr`, `Nur al-Din`. */
const COMPOUND_PARTS = new Set(
  'abd abdul abdel abdal abdol abdoul abu abou aboo umm din uddin eddine ullah allah'.split(' '),
);

/** `Abdul` is no name without the word that follows. `Abu X` is told apart by its first word. */
export const isServant = (text: string): boolean => text === 'abdul';

/** The words of a name without titles, and facts about all of them. */
interface Surroundings {
  words: readonly Word[];
  syllables: boolean;
  /** number of words that are neither particles nor titles */
  strong: number;
  /** number of words that are neither particles nor initials */
  full: number;
  mixedCase: boolean;
}

/** Splits the name of a person into words with their roles. */
export function preparePerson(original: string): PreparedName {
  const written = toWords(original);
  const split = withOneServant(written.length === 1 ? splitCharacters(written[0]!) : written.flatMap(splitWord));
  const all = givenNamesFirst(split).slice(0, MAX_TOKENS);
  const { words, titled } = withoutTitles(all);
  const around = surroundings(words, original);
  const tokens: NameToken[] = [];
  const marks: number[] = [];
  let childOf = false;
  words.forEach((word, i) => {
    if (around.strong > 0 && isParticleAt(around, i)) {
      childOf ||= isChildOf(word.text);
      return;
    }
    for (const token of tokensAt(around, i)) {
      tokens.push(word.bracketed ? { ...token, weight: token.weight * WEIGHTS.in_brackets } : token);
      marks.push((childOf ? CHILD_OF_MARK : 0) | (word.bracketed ? BRACKET_MARK : 0));
    }
    childOf = false;
  });
  const compact = words.map(({ text }) => text).join('');
  const { syllables } = around;
  const inText = isText(original);
  return {
    original,
    schema: 'Person',
    tokens,
    marks,
    compact,
    forms: [],
    titled,
    syllables,
    inText,
    initials: NO_INITIALS,
  };
}

/**
 * Writes `Abd al-Rahman` and `Abdel Rahman` as `Abdul Rahman`, `Abd Allah` as `Abdullah`, and `Shafiqul Haque` as
 * `Shafiq Haque`.
 */
function withOneServant(words: readonly Word[]): Word[] {
  const written: Word[] = [];
  for (const [i, word] of words.entries()) {
    const [before, next] = [written.at(-1), words[i + 1]];
    if (before?.text === 'abdul' && OF_GOD.has(word.text)) {
      written[written.length - 1] = { ...before, text: 'abdullah', raw: 'abdullah', script: 'latin' };
    } else if (next !== undefined && SERVANTS.has(word.text)) {
      written.push({ ...word, text: 'abdul', raw: 'abdul' });
    } else {
      const glued = next !== undefined && AFTER_ARTICLE.has(next.text) ? GLUED_ARTICLE.exec(word.text) : null;
      written.push(glued ? { ...word, text: glued[1]!, raw: glued[1]! } : word);
    }
  }
  return written;
}

const OF_GOD = new Set('allah allh ullah llh lh'.split(' '));
const SERVANTS = new Set('abd abdel abdal abdol abdoul abdur abdus abdun abdud abduz abdut'.split(' '));
const GLUED_ARTICLE = /^(.{4,})(?:ul|ur)$/;
const AFTER_ARTICLE = new Set('haq haque hak islam rahman rehman alam huda hasan hassan karim aziz'.split(' '));

function surroundings(words: readonly Word[], original: string): Surroundings {
  const syllables =
    words.length > 0 &&
    (words.every(({ script }) => isSyllabic(script)) || looksSyllabic(words.map(({ text }) => text)));
  const around = { words, syllables, strong: 0, full: 0, mixedCase: /\p{Ll}/u.test(original) };
  words.forEach((word, i) => {
    if (isParticleAt(around, i)) return;
    if (!isHonour(word.text)) around.strong++;
    if (!isInitial(word)) around.full++;
  });
  return around;
}

function tokensAt({ words, strong, full, mixedCase }: Surroundings, at: number): NameToken[] {
  const word = words[at]!;
  const { text, script, raw } = word;
  const generation = at > 0 && (text.length > 2 || at === words.length - 1) ? generationOf(text) : undefined;
  if (generation !== undefined) return [makeToken('generation', text, WEIGHTS.generation, 'latin', '', generation)];
  if (isInitial(word)) return [makeToken('initial', text, WEIGHTS.initial)];
  if (mixedCase && at === 0 && words.length > 1 && GLUED_INITIALS.test(raw)) {
    return [...text].map((letter) => makeToken('initial', letter, WEIGHTS.initial));
  }
  if (isHonour(text) && (isLooseHonour(text) ? at === 0 && strong >= 2 : strong >= 1)) {
    return [makeToken('honour', text, WEIGHTS.honour)];
  }
  if (full >= 3 && isAlphabet(script) && isPatronymic(text)) {
    return [makeToken('patronymic', text, WEIGHTS.patronymic, script)];
  }
  return [makeToken('name', text, weightOf(text, script), script, isSyllabic(script) ? raw : '')];
}

/** Initials without dots, such as `JC`: two or three capital consonants. */
const GLUED_INITIALS = /^[B-DF-HJ-NP-TV-XZ]{2,3}$/;

function weightOf(text: string, script: Script): number {
  if (COMPOUND_PARTS.has(text)) return WEIGHTS.compound_part;
  const fold = foldSpelling(text);
  const common = isChainName(fold) || (script === 'arabic' ? isSpellingOfCommonName(text) : isCommonName(fold));
  if (/\d/.test(text)) return WEIGHTS.digits;
  const weight = common ? WEIGHTS.common_name : 1;
  return text.length <= 2 ? weight * WEIGHTS.short_name : weight;
}

const isInitial = ({ text, script }: Word): boolean => text.length === 1 && isAlphabet(script);

function isParticleAt({ words, syllables }: Surroundings, at: number): boolean {
  const { text, raw } = words[at]!;
  if (syllables || at === words.length - 1 || !isParticle(text)) return false;
  if (text.length === 1 && raw !== raw.toLowerCase()) return false;
  return at > 0 || isOpeningParticle(text);
}

/** Changes `Last, First` to spoken order. Words after a second comma come last. */
function givenNamesFirst(words: readonly Word[]): Word[] {
  if (words.length === 0 || words.at(-1)!.commas === 0) return [...words];
  const part = (commas: number): Word[] => words.filter((word) => word.commas === commas);
  const given = part(1);
  const isSuffix = given.every(({ text }) => isTitle(text) || generationOf(text) !== undefined);
  return isSuffix ? [...words] : [...given, ...part(0), ...words.filter(({ commas }) => commas > 1)];
}

const SHORTEST_TITLE_IN_ARABIC = 3;

/** Removes titles. Also removes a legal form of a company at the end, which some people add to avoid screening. */
function withoutTitles(all: readonly Word[]): { words: Word[]; titled: boolean } {
  let titled = false;
  let left = all.length;
  const words = all.filter(({ text, script }, i) => {
    if (script === 'arabic' && text.length <= SHORTEST_TITLE_IN_ARABIC) return true; // `Adam` is written `adm`
    const last = i === all.length - 1;
    const office = isOffice(text) && !last;
    const form = COMPANY_FORMS.has(text) && last;
    const title = isTitle(text) && !(last && generationOf(text) !== undefined);
    if (!office && !form && !title) return true;
    if (left - 1 < (form || isWeakTitle(text) ? 2 : 1)) return true;
    left--;
    titled ||= office;
    return false;
  });
  return { words, titled };
}

const COMPANY_FORMS = new Set('sa llc ltd inc gmbh ag plc ooo srl corp'.split(' '));
