import type { NameToken } from '../names/prepared-name';
import { isAlphabet } from '../names/scripts';

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
