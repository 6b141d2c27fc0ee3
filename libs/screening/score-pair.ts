import type { ListEntry } from './list-entry';
import { ScreeningIndex } from './screening-index';
import type { ScreeningSubject } from './screening-subject';
import type { Weights } from './weights';

/**
 * The score of a subject and an entry as screening gives it, from 0 to 1; 0 when nothing of the two is alike.
 *
 * @param weights others than those of the scorer, for a measurement
 */
export function scorePair(subject: ScreeningSubject, entry: ListEntry, weights?: Readonly<Weights>): number {
  const options = { threshold: 0, limit: 1, ...(weights && { weights }) };
  const [match] = new ScreeningIndex([entry]).screen(subject, options);
  return Math.min(1, Math.max(0, match?.score ?? 0));
}
