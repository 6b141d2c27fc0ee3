import { createHash } from 'node:crypto';

interface Subject {
  /** a digest of every fact seen, in order */
  seen: string[];
}

/**
 * Checks that the facts of each subject arrive in order: a fact is either the next one, or repeats an earlier
 * one unchanged.
 */
export class FactOrder {
  private readonly subjects = new Map<string, Subject>();
  duplicates = 0;

  /** Adds a fact. Returns the problem, or undefined if there is none. */
  take(subject: string, sequence: string, id: string, value: Buffer): string | undefined {
    const known = this.subjects.get(subject) ?? { seen: [] };
    this.subjects.set(subject, known);
    const place = Number(sequence);
    const content = `${id} ${createHash('sha256').update(value).digest('base64')}`;
    if (place === known.seen.length) {
      known.seen.push(content);
      return undefined;
    }
    if (place > known.seen.length) {
      return `${subject} continues with ce_revision ${place}, but ${known.seen.length} has not arrived`;
    }
    this.duplicates++;
    if (known.seen[place] === content) return undefined;
    return `${subject} has another fact at ce_revision ${place} than before`;
  }

  /** Returns the number of facts by subject; repetitions are not counted. */
  counts(): Map<string, number> {
    return new Map([...this.subjects].map(([subject, { seen }]) => [subject, seen.length]));
  }
}
