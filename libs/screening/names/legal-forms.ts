import { readLists } from '@probity/platform/data-file';
import { distance } from 'fastest-levenshtein';
import { addPhrase, type PhraseTree } from './phrase-tree';
import type { Word } from './words';
import { toWords } from './words';

/** Forms of one class are the same kind of body. `plain` ones stand for no class; `ambiguous` has their first words. */
const { plain, ambiguous, ...FORMS } = readLists(`${__dirname}/data/legal-forms.txt`, [
  ...['limited', 'stock', 'partnership', 'nonprofit', 'state', 'trader'],
  ...['plain', 'ambiguous'],
] as const);

/** Also words, initials or parts of names: a form only as the first or the last word. */
const AMBIGUOUS = new Set(ambiguous);

/** The class of bodies that are not run for profit. */
export const NONPROFIT = 'nonprofit';

export interface LegalForm {
  /** one of the classes above, or '' for a word that only says that it is a company */
  readonly class: string;
  /** how many words of the name it takes */
  readonly words: number;
}

const SHORTEST_LONG_WORD = 7;

let tree: PhraseTree<string> | undefined;
/** Long words of legal forms, which are recognised with a spelling mistake too, by their first letter. */
const longWords = new Map<string, string[]>();

function forms(): PhraseTree<string> {
  if (tree) return tree;
  tree = { next: new Map() };
  for (const [formClass, list] of Object.entries({ ...FORMS, '': plain })) {
    for (const form of list) {
      const words = toWords(form);
      if (words.length > 0) addPhrase(tree, joinLetters(words), formClass);
      for (const { text } of words) rememberLong(text);
    }
  }
  return tree;
}

function rememberLong(word: string): void {
  if (word.length < SHORTEST_LONG_WORD) return;
  const known = longWords.get(word[0]!);
  if (!known) longWords.set(word[0]!, [word]);
  else if (!known.includes(word)) known.push(word);
}

/**
 * Single letters that follow each other are one abbreviation: `S. A. R. L.` is `sarl`, `S C Johnson` is
 * `sc johnson`. Letters with dots between them do not take one before them: `V L.P.` is `v lp`.
 */
export function joinLetters(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  let run = false;
  words.forEach((word, i) => {
    const last = joined.at(-1);
    const letter = word.text.length === 1 && /[a-z]/.test(word.text);
    const next = words[i + 1];
    const opensDotted = !word.joined && next !== undefined && next.joined && next.text.length === 1;
    const continues =
      letter &&
      run &&
      last !== undefined &&
      !opensDotted &&
      last.bracketed === word.bracketed &&
      last.commas === word.commas &&
      last.script === word.script;
    if (continues) joined[joined.length - 1] = { ...last, text: last.text + word.text, raw: last.raw + word.raw };
    else joined.push(word);
    run = letter;
  });
  return joined;
}

/** The longest legal form that begins at a word of the name, or undefined. Ambiguous ones count only at its ends. */
export function legalFormAt(words: readonly Word[], at: number): LegalForm | undefined {
  let node: PhraseTree<string> | undefined = forms();
  let found: LegalForm | undefined;
  for (let i = at; i < words.length; i++) {
    node = node.next.get(words[i]!.text) ?? node.next.get(corrected(words[i]!.text) ?? '');
    if (!node) break;
    if (node.value === undefined) continue;
    const next = words[i + 1];
    const ambiguous = i === at && AMBIGUOUS.has(words[i]!.text);
    const atAnEnd = at === 0 || next === undefined || next.commas > words[i]!.commas;
    if (!ambiguous || atAnEnd) found = { class: node.value, words: i - at + 1 };
  }
  return found;
}

/** The long legal word that this one misspells, as `Aktiengeselschaft` does. */
function corrected(text: string): string | undefined {
  if (text.length < SHORTEST_LONG_WORD - 1) return undefined;
  return longWords.get(text[0]!)?.find((word) => {
    const allowed = word.length >= 10 ? 2 : 1;
    return Math.abs(word.length - text.length) <= allowed && word !== text && distance(word, text) <= allowed;
  });
}

/** Abbreviations that people glue to a name with nothing but a change of case between, as in `KruppAG`. */
const GLUED = /^(\p{Lu}?\p{Ll}{2,})(AG|SA|SE|AB|BV|NV|GmbH|LLC|Ltd|Inc|PLC|SpA|SRL|KG|OOO|OAO|AO|АО|ООО|ОАО|ПАО|ЗАО)$/u;

/** The word, or its name and the legal form that is glued to it. */
export function splitGluedForm(word: Word): Word[] {
  const match = GLUED.exec(word.raw);
  if (!match) return [word];
  return [match[1]!, match[2]!].flatMap((part) =>
    toWords(part).map((split) => ({ ...word, text: split.text, raw: split.raw })),
  );
}
