import type { NameToken } from '../names/prepared-name';
import { isAlphabet } from '../names/scripts';
import type { KeyTable } from './key-table';

const SLIP = '-';
const SHORTEST_WITH_SLIPS = 3;
const SHORTEST_SKELETON = 3;

/** Returns keys that words share if they have the same folded spelling, are forms of one name, or mean the same. */
export function likenessKeys(token: NameToken): string[] {
  const keys = [`=${token.fold}`];
  for (const group of token.spellings) keys.push(`s${group}`);
  for (const group of token.shortForms) keys.push(`n${group}`);
  if (token.meaning !== '') keys.push(`m${token.meaning}`);
  if (token.fold.length >= 6 && /^[ae]l/.test(token.fold)) keys.push(`=${token.fold.slice(2)}`);
  return keys;
}

/**
 * Returns keys that two spellings share if they differ by one letter, or if one letter is removed and another one
 * added. The keys are the folded spelling, and the spelling without each of its letters. If folding changed the
 * length, the original spelling gives keys too.
 */
export function slipKeys({ text, fold }: NameToken): Set<string> {
  const keys = new Set<string>();
  addSlipKeys(fold, keys);
  if (text.length !== fold.length) addSlipKeys(text, keys);
  return keys;
}

function addSlipKeys(spelling: string, keys: Set<string>): void {
  keys.add(`${SLIP}${spelling}`);
  if (spelling.length < SHORTEST_WITH_SLIPS) return;
  for (let i = 0; i < spelling.length; i++) keys.add(`${SLIP}${spelling.slice(0, i)}${spelling.slice(i + 1)}`);
}

/** Calls `visit` with the values of the `slipKeys` of a token. */
export function eachOfSlipKeys(keys: KeyTable, { text, fold }: NameToken, visit: (value: number) => void): void {
  eachOfSpelling(keys, fold, visit);
  if (text.length !== fold.length) eachOfSpelling(keys, text, visit);
}

function eachOfSpelling(keys: KeyTable, spelling: string, visit: (value: number) => void): void {
  keys.each(`${SLIP}${spelling}`, visit);
  if (spelling.length >= SHORTEST_WITH_SLIPS) keys.eachWithoutLetter(SLIP, spelling, visit);
}

/** Returns the key of the consonants of a token. Alphabets and other scripts have different keys. */
export function skeletonKey(token: NameToken): string | undefined {
  if (token.skeleton === '') return undefined;
  return isAlphabet(token.script) ? `a${token.skeleton}` : `o${token.skeleton}`;
}

/** Returns the consonant keys of words that the token may be a transliteration of. */
export function skeletonKeysToLookUp(token: NameToken): string[] {
  if (token.skeleton === '') return [];
  if (!isAlphabet(token.script)) return [`a${token.skeleton}`, `o${token.skeleton}`];
  const other = `o${token.skeleton}`;
  return token.skeleton.length >= SHORTEST_SKELETON ? [other, `a${token.skeleton}`] : [other];
}
