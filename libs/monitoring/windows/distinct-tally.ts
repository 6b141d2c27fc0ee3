import { ACTIVITY_TEXTS, type ActivityFields, type ActivityText } from '../activity';
import type { ActivityLog, TextColumn } from './activity-log';

/** Counts the different texts in a column. Rows without a text do not count. */
export class DistinctTally {
  private distinct = 0;
  /** number of rows by the code of their text */
  private rows = new Uint32Array(0);

  constructor(
    private readonly log: ActivityLog,
    private readonly column: TextColumn,
  ) {}

  enter(row: number): void {
    const code = this.log.code(row, this.column);
    if (code === 0) return;
    if (code >= this.rows.length) this.grow();
    const before = this.rows[code] as number;
    this.rows[code] = before + 1;
    if (before === 0) this.distinct++;
  }

  leave(row: number): void {
    const code = this.log.code(row, this.column);
    if (code === 0) return;
    const after = (this.rows[code] as number) - 1;
    this.rows[code] = after;
    if (after === 0) this.distinct--;
  }

  value(current: ActivityFields | null): number {
    const text = current && current[ACTIVITY_TEXTS[this.column] as ActivityText];
    if (text === null) return this.distinct;
    const code = this.log.texts.codeOf(text);
    return code !== undefined && (this.rows[code] ?? 0) > 0 ? this.distinct : this.distinct + 1;
  }

  private grow(): void {
    const { size } = this.log.texts;
    const larger = new Uint32Array(size + (size >> 2));
    larger.set(this.rows);
    this.rows = larger;
  }
}
