import { ACTIVITY_TEXTS, type ActivityFields } from '../activity';
import type { AggregateSpec } from '../aggregate-spec';
import { roundedQuotient } from '../decimal-arithmetic';
import type { AggregateValue } from '../rule-context';
import type { ActivityLog } from './activity-log';
import { DistinctTally } from './distinct-tally';
import { ExtremeTally } from './extreme-tally';

/**
 * The running value of an aggregate over rows of a log. Rows enter in order of time and leave in the same order, so the
 * cost of a step does not depend on the number of rows.
 */
export interface Tally {
  enter(row: number): void;
  leave(row: number): void;
  /** returns the value, including `current` if it is not null */
  value(current: ActivityFields | null): AggregateValue;
}

export function newTally({ definition: { aggregate, of } }: AggregateSpec, log: ActivityLog): Tally {
  switch (aggregate) {
    case 'count':
      return new CountTally();
    case 'sum':
      return new SumTally(log);
    case 'avg':
      return new AverageTally(log);
    case 'max':
      return new ExtremeTally(log, (a, b) => a > b);
    case 'min':
      return new ExtremeTally(log, (a, b) => a < b);
    case 'distinct':
      return new DistinctTally(log, ACTIVITY_TEXTS.indexOf(of as (typeof ACTIVITY_TEXTS)[number]));
  }
}

class CountTally implements Tally {
  private count = 0;

  enter(): void {
    this.count++;
  }

  leave(): void {
    this.count--;
  }

  value(current: ActivityFields | null): number {
    return current === null ? this.count : this.count + 1;
  }
}

class SumTally implements Tally {
  private sum = 0n;

  constructor(private readonly log: ActivityLog) {}

  enter(row: number): void {
    this.sum += this.log.amount(row);
  }

  leave(row: number): void {
    this.sum -= this.log.amount(row);
  }

  value(current: ActivityFields | null): bigint {
    return current === null ? this.sum : this.sum + current.amount;
  }
}

/** The mean, rounded to 8 decimals. */
class AverageTally implements Tally {
  private readonly count = new CountTally();
  private readonly sum: SumTally;

  constructor(log: ActivityLog) {
    this.sum = new SumTally(log);
  }

  enter(row: number): void {
    this.count.enter();
    this.sum.enter(row);
  }

  leave(row: number): void {
    this.count.leave();
    this.sum.leave(row);
  }

  value(current: ActivityFields | null): bigint | null {
    const count = this.count.value(current);
    return count === 0 ? null : roundedQuotient(this.sum.value(current), BigInt(count));
  }
}
