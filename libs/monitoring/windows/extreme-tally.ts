import type { ActivityFields } from '../activity';
import type { ActivityLog } from './activity-log';

const SHIFT_AT = 64;

/**
 * Finds the largest or the smallest amount. Keeps only the rows that can still become the result. A row that a later
 * row beats is dropped (monotonic queue: Lemire, "Streaming maximum-minimum filter", 2006).
 */
export class ExtremeTally {
  /** candidates in order of time; each beats the next one. The rows before index `first` have left the window. */
  private readonly rows: number[] = [];
  private first = 0;

  constructor(
    private readonly log: ActivityLog,
    private readonly beats: (a: bigint, b: bigint) => boolean,
  ) {}

  enter(row: number): void {
    const amount = this.log.amount(row);
    while (this.rows.length > this.first && !this.beats(this.amountAt(this.rows.length - 1), amount)) this.rows.pop();
    this.rows.push(row);
  }

  leave(row: number): void {
    if (this.rows[this.first] !== row) return;
    this.first++;
    if (this.first >= SHIFT_AT && this.first * 2 >= this.rows.length) {
      this.rows.splice(0, this.first);
      this.first = 0;
    }
  }

  value(current: ActivityFields | null): bigint | null {
    const best = this.first < this.rows.length ? this.amountAt(this.first) : null;
    if (current === null) return best;
    return best !== null && this.beats(best, current.amount) ? best : current.amount;
  }

  private amountAt(index: number): bigint {
    return this.log.amount(this.rows[index] as number);
  }
}
