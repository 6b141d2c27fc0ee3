import type { AggregateSpec, FilterFrame } from '../aggregate-spec';
import type { AggregateValue } from '../rule-context';
import { spend } from '../work-limit';
import type { ActivityLog } from './activity-log';
import type { LoggedActivity } from './logged-activity';
import { newTally, type Tally } from './tally';

/** Lets filters read the rows of a log: `frame.activity` is the row of `cursor`. */
export interface RowView {
  cursor: LoggedActivity;
  frame: FilterFrame;
}

/**
 * The value of one aggregate of one customer. While events come in order of time, rows are added when they enter the
 * window and subtracted when they leave it. The value is recomputed from all rows for an event that is earlier than the
 * last one, and always if the filter reads the current event.
 */
export class RollingWindow {
  private tally: Tally;
  /** steps of work for one row */
  private readonly rowCost: number;
  /** rows of the log that are in the window: from `first` up to, not including, `next` */
  private first = 0;
  private next = 0;
  /** end of the window when it was last moved */
  private end = -Infinity;

  constructor(
    readonly spec: AggregateSpec,
    private readonly log: ActivityLog,
  ) {
    this.rowCost = spec.filterCost + 1;
    this.tally = newTally(spec, log);
  }

  /**
   * Returns the value for an event at a time. `current` is the frame of the event's own activity, or null to exclude
   * it.
   */
  value(at: number, current: FilterFrame | null, view: RowView): AggregateValue {
    const { offsetMs, windowMs, dependsOnEvent, filter } = this.spec;
    const end = at - offsetMs;
    const start = end - windowMs;
    const counted = current !== null && (filter === null || filter(current)) ? current.activity : null;
    if (dependsOnEvent || end < this.end) return this.recount(start, end, view).value(counted);
    this.moveTo(start, end, view);
    return this.tally.value(counted);
  }

  /** Call when rows have moved; `fromRow` is the first of them. Resets the window if it has such rows. */
  rowsMoved(fromRow: number): void {
    if (fromRow >= this.next) return;
    this.tally = newTally(this.spec, this.log);
    this.first = 0;
    this.next = 0;
    this.end = -Infinity;
  }

  private moveTo(start: number, end: number, { cursor, frame }: RowView): void {
    const { log, tally, rowCost } = this;
    const { filter } = this.spec;
    if (this.next === 0) this.first = this.next = log.countUntil(start); // skips rows before the window
    // Set first: when the time is used up in between, the window may already have rows up to this end.
    this.end = end;
    while (this.next < log.length && log.at(this.next) <= end) {
      spend(rowCost);
      cursor.row = this.next;
      const counts = filter === null || filter(frame);
      this.next++; // after the filter, which may throw
      if (counts) tally.enter(cursor.row);
    }
    while (this.first < this.next && log.at(this.first) <= start) {
      spend(rowCost);
      cursor.row = this.first;
      const counted = filter === null || filter(frame);
      this.first++;
      if (counted) tally.leave(cursor.row);
    }
  }

  private recount(start: number, end: number, { cursor, frame }: RowView): Tally {
    const { log } = this;
    const { filter } = this.spec;
    const tally = newTally(this.spec, log);
    const after = log.countUntil(end);
    for (let row = log.countUntil(start); row < after; row++) {
      spend(this.rowCost);
      cursor.row = row;
      if (filter === null || filter(frame)) tally.enter(row);
    }
    return tally;
  }
}
