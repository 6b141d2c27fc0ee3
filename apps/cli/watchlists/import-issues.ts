import { basename } from 'node:path';
import type { ImportIssue } from '@probity/watchlists/importer';

const MAX_SHOWN = 20;

/** Counts what could not be used of a list, or was passed over, and keeps the first of it. */
export class ImportIssues {
  malformed = 0;
  skipped = 0;
  /** the first malformed records */
  readonly first: ImportIssue[] = [];
  /** how many were passed over, by reason */
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
    } else {
      this.skipped++;
      this.reasons.set(named.reason, (this.reasons.get(named.reason) ?? 0) + 1);
    }
    this.write(named);
  }

  get count(): number {
    return this.malformed + this.skipped;
  }
}
