import { createHash } from 'node:crypto';

interface Subject {
  /** a digest of every fact seen, by its place */
  seen: Map<number, string>;
  last: number;
}

/** The logs of the notary, and the lists that all tenants share, have other events between the facts. */
const WITH_GAPS = /^(?:notary-log-|watchlist-(?!tenant-))/;

/**
 * Checks that the facts of each subject arrive in order: a fact is either the next one, or repeats an earlier
 * one unchanged.
 */
export class FactOrder {
  private readonly subjects = new Map<string, Subject>();
  duplicates = 0;

  /** Adds a fact. Returns the problem, or undefined if there is none. */
  take(subject: string, sequence: string, id: string, value: Buffer): string | undefined {
    const known = this.subjects.get(subject) ?? { seen: new Map<number, string>(), last: -1 };
    this.subjects.set(subject, known);
    const place = Number(sequence);
    const content = `${id} ${createHash('sha256').update(value).digest('base64')}`;
    if (place > known.last) {
      if (place > known.last + 1 && !WITH_GAPS.test(subject)) {
        return `${subject} continues with ce_revision ${place}, but ${known.last + 1} has not arrived`;
      }
      known.seen.set(place, content);
      known.last = place;
      return undefined;
    }
    this.duplicates++;
    if (known.seen.get(place) === content) return undefined;
    return `${subject} has another fact at ce_revision ${place} than before`;
  }

  /** Returns the number of facts by subject; repetitions are not counted. */
  counts(): Map<string, number> {
    return new Map([...this.subjects].map(([subject, { seen }]) => [subject, seen.size]));
  }
}
