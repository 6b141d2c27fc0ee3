import { HEAVIEST_WORD } from './many-names';
import { canReach, LEAST_COST_OF_TWO_SLIPS, type Query } from './query';
import type { Match } from './query-matches';

/** Fewer names are tested in less time than it takes to decide whether they must be. */
const FEWEST_SKIPPED = 100;
/** The sums of weights are rounded. */
const LITTLE = 1e-4;

/**
 * Returns words that many names have and that are too little: a name that shares nothing but these words with the query
 * cannot reach the score, not even with one word more that is near a word of the query. The most frequent ones are chosen
 * first.
 *
 * @param matches the words of the index that match each word of the query
 */
export function skippedWords(
  query: Query,
  matches: readonly (readonly Match[])[],
  countOf: (word: number) => number,
): ReadonlySet<number> {
  const skipped = new Set<number>();
  if (query.abridged) return skipped;
  const counts = new Map<number, number>();
  for (const { id } of matches.flat()) {
    const count = countOf(id);
    if (count >= FEWEST_SKIPPED) counts.set(id, count);
  }
  /** the most that a name can share by the skipped words, for each word of the query */
  let shares = matches.map(() => 0);
  for (const [word] of [...counts].sort(([, a], [, b]) => b - a)) {
    const more = shares.map((share, at) =>
      matches[at]!.reduce((most, { id, weight }) => (id === word ? Math.max(most, weight) : most), share),
    );
    const shared = more.reduce((sum, share) => sum + share, LITTLE);
    if (canReach(query, 0, shared, 0)) continue;
    if (canReach(query, 0, shared + HEAVIEST_WORD, LEAST_COST_OF_TWO_SLIPS)) continue;
    shares = more;
    skipped.add(word);
  }
  return skipped;
}
