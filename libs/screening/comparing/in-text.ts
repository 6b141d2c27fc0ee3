import type { PreparedName } from '../names/prepared-name';
import type { Pairing } from './pair-tokens';

/**
 * True if only one of the two is a text, and has all words of the other name in a row. Two texts can have the same words
 * around different names.
 */
export function isInText(a: PreparedName, b: PreparedName, { pairs, leftOnly, rightOnly }: Pairing): boolean {
  if (a.inText === b.inText) return false;
  if (a.inText && rightOnly === 0) return isRow(pairs.map(({ left, leftWords }) => [left, leftWords]));
  if (b.inText && leftOnly === 0) return isRow(pairs.map(({ right, rightWords }) => [right, rightWords]));
  return false;
}

function isRow(places: readonly (readonly [at: number, words: number])[]): boolean {
  if (places.length === 0) return false;
  const first = Math.min(...places.map(([at]) => at));
  const end = Math.max(...places.map(([at, words]) => at + words));
  return end - first === places.reduce((sum, [, words]) => sum + words, 0);
}
