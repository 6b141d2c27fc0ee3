import type { NameToken } from '../names/prepared-name';
import { isAlphabet } from '../names/scripts';

const SHORTEST_WITH_SLIPS = 3;
const SHORTEST_SKELETON = 3;

/** Keys that are looked up exactly: the same spelling, the same name, the same meaning. */
export function likenessKeys(token: NameToken): string[] {
  const keys = [`=${token.fold}`];
  for (const group of token.spellings) keys.push(`s${group}`);
  for (const group of token.shortForms) keys.push(`n${group}`);
  if (token.meaning !== '') keys.push(`m${token.meaning}`);
  if (token.fold.length >= 6 && /^[ae]l/.test(token.fold)) keys.push(`=${token.fold.slice(2)}`);
  return keys;
}

/**
 * Keys that two spellings share when one slip makes one into the other, or two of which one adds a letter and one
 * takes one away: the spelling with each letter left out in turn; as written too where folding made it shorter.
 */
export function slipKeys({ text, fold }: NameToken): Set<string> {
  const keys = new Set<string>();
  addSlipKeys(fold, keys);
  if (text.length !== fold.length) addSlipKeys(text, keys);
  return keys;
}

function addSlipKeys(spelling: string, keys: Set<string>): void {
  keys.add(`-${spelling}`);
  if (spelling.length < SHORTEST_WITH_SLIPS) return;
  for (let i = 0; i < spelling.length; i++) keys.add(`-${spelling.slice(0, i)}${spelling.slice(i + 1)}`);
}

/** Under which a token is found by its consonants. Tokens of alphabets are kept apart from those of other scripts. */
export function skeletonKey(token: NameToken): string | undefined {
  if (token.skeleton === '') return undefined;
  return isAlphabet(token.script) ? `a${token.skeleton}` : `o${token.skeleton}`;
}

/** Under which tokens with the same consonants may be found that a token could be a transliteration of. */
export function skeletonKeysToLookUp(token: NameToken): string[] {
  if (token.skeleton === '') return [];
  if (!isAlphabet(token.script)) return [`a${token.skeleton}`, `o${token.skeleton}`];
  const other = `o${token.skeleton}`;
  return token.skeleton.length >= SHORTEST_SKELETON ? [other, `a${token.skeleton}`] : [other];
}
