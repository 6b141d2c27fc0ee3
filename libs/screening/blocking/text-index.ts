import { isKnownName } from '../names/common-names';
import { isPaymentWord } from '../names/payment-words';
import { prepareCompany } from '../names/prepare-company';
import { preparePerson } from '../names/prepare-person';
import type { NameToken, PreparedName } from '../names/prepared-name';
import { KeyTable } from './key-table';

/** The characters of a text that are searched. */
export const MAX_TEXT = 500;
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

const PREPARE = { Person: preparePersons, Company: prepareCompany };
const SCHEMAS = ['Person', 'Company'] as const;
/** Signs between the words of a text. They say nothing about its names. */
const SIGNS = /[,;:|/()[\]{}<>"*#=_]/g;
/** Words between two persons. A number ends a name. */
const CONJUNCTIONS = /(?<![\p{L}\p{N}])(?:and|und|et)(?![\p{L}\p{N}])|[&+]/giu;

/**
 * The whole names of persons and companies that are searched in texts, such as the description of a payment. A name is
 * found if all its words are in a row in the text, in any order, in any script with spaces. Titles, particles and legal
 * forms do not count. Spellings of one word in several languages are found; misspelled words are not.
 *
 * Names that everyday texts have by chance are not searched; see `textKey`.
 */
export class TextIndex {
  private readonly owners = new KeyTable(FIRST_NAMES);

  /** @param owner 0 or more */
  add(name: PreparedName, owner: number): void {
    const key = textKey(name);
    if (key !== undefined) this.owners.add(key, owner);
  }

  remove(name: PreparedName, owner: number): void {
    const key = textKey(name);
    if (key !== undefined) this.owners.remove(key, owner);
  }

  /**
   * Calls `visit` with the owner of each name that may be in the text, the key of the name, and the words around it. An
   * owner can be visited more than once. Another name can have the key by chance, so compare it: see `nameInPassage`.
   */
  eachFound(text: string, visit: (owner: number, key: string, passage: string) => void): void {
    for (const passage of passagesOf(text)) {
      for (const schema of SCHEMAS) {
        for (const key of keysIn(PREPARE[schema](passage)))
          this.owners.each(key, (owner) => visit(owner, key, passage));
      }
    }
  }
}

/**
 * The key of a listed name in texts. Undefined for a name that is not searched, because a text can have its words by
 * chance:
 *
 * - a name of fewer than eight letters or more than six words
 * - a person of one name, or of two names that very many people have, or of words of everyday payments
 * - a company of words that many companies or payments have. Three of them with a place are searched: `Central Bank of
 *   Zembla`. A single word is searched if it has at least nine letters.
 */
export function textKey({ schema, tokens }: PreparedName): string | undefined {
  if (tokens.length === 0 || tokens.length > MAX_WORDS) return undefined;
  const letters = tokens.reduce((sum, { text }) => sum + text.length, 0);
  if (letters < FEWEST_LETTERS) return undefined;
  const isTelling = schema === 'Person' ? isTellingPerson(tokens) : isTellingCompany(tokens, letters);
  return isTelling ? keyOf(schema, tokens) : undefined;
}

/** The part of a passage that has the key, in as few words as possible. */
export function nameInPassage(passage: string, key: string, schema: PreparedName['schema']): PreparedName | undefined {
  const written = passage.split(' ');
  const fewest = key.split(' ').length - 1;
  for (let count = 1; count <= Math.min(written.length, fewest + MOST_WORDS_BETWEEN); count++) {
    for (let at = 0; at + count <= written.length; at++) {
      const name = PREPARE[schema](written.slice(at, at + count).join(' '));
      if (keyOf(schema, name.tokens) === key) return name;
    }
  }
  return undefined;
}

/** `Sarah and Tom` are two persons, and not `Tom Sarah`. */
function preparePersons(passage: string): PreparedName {
  return { ...preparePerson(passage.replace(CONJUNCTIONS, ' 1 ')), original: passage };
}

const keyOf = (schema: PreparedName['schema'], tokens: readonly NameToken[]): string =>
  `${schema} ${tokens
    .map(({ fold }) => fold)
    .sort()
    .join(' ')}`;

/** The keys of all rows of words of a passage. */
function keysIn({ schema, tokens }: PreparedName): string[] {
  const keys = new Set<string>();
  for (let at = 0; at < tokens.length; at++) {
    const most = Math.min(MAX_WORDS, tokens.length - at);
    for (let count = 1; count <= most; count++) keys.add(keyOf(schema, tokens.slice(at, at + count)));
  }
  return [...keys];
}

/** The words of a text, some at once, so that each name is whole in one of the passages. */
function passagesOf(text: string): string[] {
  const written = text.slice(0, MAX_TEXT).replace(SIGNS, ' ').replace(/[&+]/g, ' $& ').split(/\s+/).filter(Boolean);
  const passages: string[] = [];
  for (let at = 0; at === 0 || at + MAX_WORDS + MOST_WORDS_BETWEEN < written.length; at += MAX_WORDS) {
    passages.push(written.slice(at, at + WORDS_AT_ONCE).join(' '));
  }
  return passages;
}

function isTellingPerson(tokens: readonly NameToken[]): boolean {
  const names = tokens.filter(({ kind, text }) => kind === 'name' && !isPaymentWord(text));
  return names.length >= 2 && (names.length >= 3 || names.some(({ weight }) => weight >= 1));
}

function isTellingCompany(tokens: readonly NameToken[], letters: number): boolean {
  const rare = tokens.filter(
    ({ kind, text }) => kind === 'name' && text.length >= SHORTEST_RARE_WORD && !isPaymentWord(text),
  );
  if (tokens.length === 1) return rare.length === 1 && letters >= LONG_WORD && !isKnownName(rare[0]!.text);
  return rare.length > 0 || (tokens.length >= 3 && tokens.some(({ kind }) => kind === 'place'));
}
