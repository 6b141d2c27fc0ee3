import { distance } from 'fastest-levenshtein';

/** `; did you mean "…"?` with the known word that is most like the one that was written, or the list of all of them. */
export function closest(written: string, known: readonly string[]): string {
  const limit = Math.max(2, Math.floor(written.length / 4));
  const [best] = known
    .map((word) => ({ word, edits: distance(written.toLowerCase().slice(0, 100), word) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits);
  return best ? `; did you mean "${best.word}"?` : `; there are ${known.join(', ')}`;
}
