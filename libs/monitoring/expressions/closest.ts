import { distance } from 'fastest-levenshtein';

/** Returns `; did you mean "…"?` with the most similar known word, or a list of all known words if none is similar. */
export function closest(written: string, known: readonly string[]): string {
  const limit = Math.max(2, Math.floor(written.length / 4));
  const [best] = known
    .map((word) => ({ word, edits: distance(written.toLowerCase().slice(0, 100), word) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits);
  return best ? `; did you mean "${best.word}"?` : `; expected one of ${known.join(', ')}`;
}
