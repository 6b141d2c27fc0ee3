import { basename } from 'node:path';
import type { ImportIssue } from '@probity/watchlists/importer';

const MAX_SHOWN = 20;

/** Counts the skipped, malformed and odd records of a list, and keeps the first ones. */
export class ImportIssues {
  malformed = 0;
  skipped = 0;
  /** values that are odd; a record that was kept may have several */
  odd = 0;
  /** the first malformed records */
  readonly first: ImportIssue[] = [];
  /** the first odd values */
  readonly firstOdd: ImportIssue[] = [];
  /** the number of skipped records, by reason */
  readonly reasons = new Map<string, number>();

  /**
   * @param files path by role
   * @param write called with each issue
   */
  constructor(
    private readonly files: Record<string, string>,
    private readonly write: (issue: ImportIssue) => void,
  ) {}

  add(issue: ImportIssue): void {
    const named = { ...issue, file: basename(this.files[issue.file] ?? issue.file) };
    if (named.kind === 'malformed') {
      this.malformed++;
      if (this.first.length < MAX_SHOWN) this.first.push(named);
    } else if (named.kind === 'odd') {
      this.odd++;
      if (this.firstOdd.length < MAX_SHOWN) this.firstOdd.push(named);
    } else {
      this.skipped++;
      this.reasons.set(named.reason, (this.reasons.get(named.reason) ?? 0) + 1);
    }
    this.write(named);
  }

  get count(): number {
    return this.malformed + this.skipped + this.odd;
  }
}
