import { isKnownName } from '../names/common-names';
import { isParticle } from '../names/particles';
import { isPaymentWord } from '../names/payment-words';
import { prepareCompany } from '../names/prepare-company';
import { preparePerson } from '../names/prepare-person';
import type { NameToken, PreparedName } from '../names/prepared-name';
import { preparedReadings } from '../names/prepared-readings';
import { wordsOfText } from '../names/words-of-text';
import { KeyTable } from './key-table';

/** The characters of a text that are searched: all that a transaction may have. */
export const MAX_TEXT = 2_000;
/** The most words of a name that is searched. */
const MAX_WORDS = 6;
/** Words of a text that are prepared together. A word can become two, and a name has at most `MAX_TOKENS`. */
const WORDS_AT_ONCE = 16;
const FEWEST_LETTERS = 8;
/** Room at the beginning: many lists of tenants have few entries. */
const FIRST_NAMES = 64;
/** A single word of so many letters is hardly another word by chance. */
const LONG_WORD = 9;
const SHORTEST_RARE_WORD = 4;
/** Titles and particles that stand between the words of a name in a text. */
const MOST_WORDS_BETWEEN = 4;

type Schema = PreparedName['schema'];
const SCHEMAS = ['Person', 'Company'] as const;
/** `Sarah and Tom` are two persons, and not `Tom Sarah`. A number ends a name. */
const BETWEEN_PERSONS = new Set(['and', 'und', 'et', '&', '+']);
const END = '1';
/** No name goes over them. A new line is none of them, because payments break their texts anywhere. */
const BETWEEN_NAMES = /[;|]/;

/** A part of a text, as its words are written. */
export type Passage = readonly string[];

/**
 * The whole names of persons and companies that are searched in texts, such as the description of a payment. A name is
 * found if all its words are in a row in the text, in any order, in any script with spaces. Case, signs, titles,
 * particles and legal forms do not count. Spellings of one word in several languages are found; misspelled words are not.
 *
 * Names that everyday texts have by chance are not searched; see `textKey`.
 */
export class TextIndex {
  private readonly owners = new KeyTable(FIRST_NAMES);

  /** @param owner 0 or more; add each key once for an owner */
  add(key: string, owner: number): void {
    this.owners.add(key, owner);
  }

  remove(key: string, owner: number): void {
    this.owners.remove(key, owner);
  }

  /**
   * Calls `visit` once with each owner and key of a name that may be in the text, and the words around it. Another name
   * can have the key by chance, so compare it: see `nameInPassage`.
   *
   * @param except names that are not searched, whatever the order of their words
   */
  eachFound(
    text: string,
    except: readonly string[],
    visit: (owner: number, key: string, passage: Passage) => void,
  ): void {
    const seen = new Set(SCHEMAS.flatMap((schema) => except.flatMap((name) => keysOfName(schema, name))));
    const atParticles = new Map<string, string>();
    for (const passage of passagesOf(text)) {
      for (const schema of SCHEMAS) {
        for (const key of keysIn(schema, passage, atParticles)) {
          if (seen.has(key)) continue;
          seen.add(key);
          this.owners.each(key, (owner) => visit(owner, key, passage));
        }
      }
    }
  }
}

/** The readings of a listed name as texts are read: without regard to case and signs. */
export const readingsAsText = (schema: Schema, name: string): PreparedName[] =>
  preparedReadings(name, (reading) => ({ ...prepare(schema, wordsOfText(reading)), original: reading }), {
    ofList: true,
  });

/**
 * The key of a listed name in texts, from one of its `readingsAsText`. Undefined for a name that is not searched, because
 * a text can have its words by chance:
 *
 * - a name of fewer than eight letters or more than six words
 * - a person of one name, or of two names that very many people have, or of words of everyday payments
 * - a company of words that many companies or payments have. Three of them with a place are searched: `Central Bank of
 *   Zembla`. A single word is searched if it has at least nine letters.
 */
export function textKey({ schema, tokens, compact }: PreparedName): string | undefined {
  if (tokens.length === 0 || tokens.length > MAX_WORDS) return undefined;
  const letters = tokens.reduce((sum, { text }) => sum + text.length, 0);
  if (letters < FEWEST_LETTERS) return undefined;
  const isTelling = schema === 'Person' ? isTellingPerson(tokens) : isTellingCompany(tokens, compact);
  return isTelling ? keyOf(schema, tokens) : undefined;
}

/** The part of a passage that has the key, in as few words as possible. */
export function nameInPassage(passage: Passage, key: string, schema: Schema): PreparedName | undefined {
  const fewest = key.split(' ').length - 1;
  for (let count = 1; count <= Math.min(passage.length, fewest + MOST_WORDS_BETWEEN); count++) {
    for (let at = 0; at + count <= passage.length; at++) {
      const words = passage.slice(at, at + count);
      const name = prepare(schema, words);
      if (keyOf(schema, name.tokens) === key) return { ...name, original: words.join(' ') };
    }
  }
  return undefined;
}

/** In lower case, because capitals tell abbreviations from other words only where not all words are in capitals. */
function prepare(schema: Schema, words: Passage): PreparedName {
  const text = words.join(' ').toLowerCase();
  return schema === 'Person' ? preparePerson(text) : prepareCompany(text);
}

const keyOf = (schema: Schema, tokens: readonly NameToken[]): string =>
  `${schema} ${tokens
    .map(({ fold }) => fold)
    .sort()
    .join(' ')}`;

const keysOfName = (schema: Schema, name: string): string[] =>
  readingsAsText(schema, name).map(({ tokens }) => keyOf(schema, tokens));

/** The keys of all rows of words of a passage. */
function keysIn(schema: Schema, passage: Passage, atParticles: Map<string, string>): Set<string> {
  const words = schema === 'Person' ? passage.map((word) => (isBetweenPersons(word) ? END : word)) : passage;
  const { tokens } = prepare(schema, words);
  const keys = new Set<string>();
  for (let at = 0; at < tokens.length; at++) {
    const most = Math.min(MAX_WORDS, tokens.length - at);
    for (let count = 1; count <= most; count++) keys.add(keyOf(schema, tokens.slice(at, at + count)));
  }
  if (schema === 'Person') for (const key of keysAtParticles(words, atParticles)) keys.add(key);
  return keys;
}

const isBetweenPersons = (word: string): boolean => BETWEEN_PERSONS.has(word.toLowerCase());

/**
 * A word such as `Li` or `Il` is a name in `Li Shangfu`, and a particle in a longer text.
 *
 * @param known keys of rows of words, because passages overlap
 */
function keysAtParticles(words: Passage, known: Map<string, string>): string[] {
  const keys: string[] = [];
  for (const [at, word] of words.entries()) {
    if (!isParticle(word.toLowerCase())) continue;
    for (let count = 2; count <= MAX_WORDS; count++) {
      for (let from = Math.max(0, at - count + 1); from <= at && from + count <= words.length; from++) {
        const row = words.slice(from, from + count);
        const text = row.join(' ');
        const key = known.get(text) ?? keyOf('Person', prepare('Person', row).tokens);
        known.set(text, key);
        keys.push(key);
      }
    }
  }
  return keys;
}

const passagesOf = (text: string): Passage[] => text.slice(0, MAX_TEXT).split(BETWEEN_NAMES).flatMap(passagesOfPart);

/** The words of a part of a text, some at once, so that each name is whole in one of the passages. */
function passagesOfPart(text: string): Passage[] {
  const words = wordsOfText(text);
  const passages: Passage[] = [];
  for (let at = 0; at === 0 || at + MAX_WORDS + MOST_WORDS_BETWEEN < words.length; at += MAX_WORDS) {
    passages.push(words.slice(at, at + WORDS_AT_ONCE));
  }
  return passages;
}

function isTellingPerson(tokens: readonly NameToken[]): boolean {
  const names = tokens.filter(({ kind, text }) => kind === 'name' && !isPaymentWord(text));
  return names.length >= 2 && (names.length >= 3 || names.some(({ weight }) => weight >= 1));
}

/** @param compact all words of the name, including words that only join others */
function isTellingCompany(tokens: readonly NameToken[], compact: string): boolean {
  const rare = tokens.filter(
    ({ kind, text }) => kind === 'name' && text.length >= SHORTEST_RARE_WORD && !isPaymentWord(text),
  );
  if (tokens.length === 1) {
    return rare[0]?.text === compact && compact.length >= LONG_WORD && !isKnownName(compact);
  }
  return rare.length > 0 || (tokens.length >= 3 && tokens.some(({ kind }) => kind === 'place'));
}
