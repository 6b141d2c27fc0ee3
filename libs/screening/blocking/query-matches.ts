import { makeToken, type NameToken } from '../names/prepared-name';
import type { LikeWord, Vocabulary } from './vocabulary';

const SHORTEST_GLUED = 6;
const SHORTEST_PART = 3;

/** A word of the index that matches a word of the query. */
export interface Match extends LikeWord {
  /** the weight of the query's word, or of its two words that are one in the index */
  readonly own: number;
  /** the weight that a name shares by it */
  readonly weight: number;
}

/**
 * Returns the words of the index that match a word of a query, best first.
 *
 * @param slips whether a name with a wrong letter can reach the score
 */
export function matchesOf(
  vocabulary: Vocabulary,
  token: NameToken,
  next: NameToken | undefined,
  slips: boolean,
): Match[] {
  if (token.kind === 'initial') return [];
  const own = token.weight;
  const matches: Match[] = [];
  for (const { id, cost } of vocabulary.like(token, slips)) {
    matches.push({ id, cost, own, weight: Math.max(own, vocabulary.weight(id)) });
  }
  if (slips) for (const match of writtenOtherwise(vocabulary, token, next)) matches.push(match);
  return matches;
}

/** Returns words that equal this word and the next one written as one, and words that are parts of this word. */
function writtenOtherwise(vocabulary: Vocabulary, token: NameToken, next: NameToken | undefined): Match[] {
  const words: Match[] = [];
  if (next && next.kind !== 'initial' && token.text.length + next.text.length >= SHORTEST_GLUED) {
    const glued = makeToken('name', token.text + next.text, 1, token.script);
    const weight = token.weight + next.weight;
    for (const { id } of vocabulary.like(glued, true)) words.push({ id, weight, own: weight, cost: 0 });
  }
  const { fold, weight } = token;
  for (let cut = SHORTEST_PART; cut <= fold.length - SHORTEST_PART; cut++) {
    for (const part of [fold.slice(0, cut), fold.slice(cut)]) {
      vocabulary.eachSpelled(part, (id) => words.push({ id, weight, own: weight, cost: 0 }));
    }
  }
  return words;
}
