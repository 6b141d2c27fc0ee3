import { createHash } from 'node:crypto';

interface Subject {
  /** of every fact seen, in order: what it was */
  seen: string[];
}

/**
 * Checks that the facts of each subject come in order: a fact is either the next one, or one that came
 * before and is the same now.
 */
export class FactOrder {
  private readonly subjects = new Map<string, Subject>();
  duplicates = 0;

  /** Returns what is wrong, or undefined. */
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
      return `${subject} goes on with ce_revision ${place}, but ${known.seen.length} has not come yet`;
    }
    this.duplicates++;
    if (known.seen[place] === content) return undefined;
    return `${subject} has another fact at ce_revision ${place} than before`;
  }

  /** How many facts each subject has, the same one counted once. */
  counts(): Map<string, number> {
    return new Map([...this.subjects].map(([subject, { seen }]) => [subject, seen.length]));
  }
}
