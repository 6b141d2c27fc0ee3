import { TokenBucket } from 'limiter';

/** How often something may happen: `burst` times at once after a pause, and `perSecond` times on average. */
export interface Rate {
  perSecond: number;
  burst: number;
}

const MAX_BURSTS_OWED = 10;
const MAX_SECONDS_OWED = 60;

/**
 * A token bucket. `limiter` does the arithmetic: it is synchronous, needs no timer for each caller, and its content may
 * be reduced by what other processes used.
 */
export class Bucket {
  private readonly tokens: TokenBucket;

  constructor(rate: Rate) {
    this.tokens = new TokenBucket({ bucketSize: rate.burst, tokensPerInterval: rate.perSecond, interval: 'second' });
    this.tokens.content = rate.burst;
  }

  /** Takes one, if there is one. */
  take(): boolean {
    return this.tokens.tryRemoveTokens(1);
  }

  giveBack(): void {
    this.tokens.content = Math.min(this.tokens.content + 1, this.tokens.bucketSize);
  }

  /**
   * Takes what a request or another process used; below 0, gives so many back. The bucket may owe it, up to ten bursts
   * or a minute: until that is paid back, `take` returns false. More is an error of the other process, which must not
   * lock out a tenant for long.
   *
   * @returns how many it took: less than `count` if the bucket owes as much as it may. Give no more back.
   */
  charge(count: number): number {
    this.tokens.drip();
    const before = this.tokens.content;
    const { bucketSize, tokensPerInterval } = this.tokens;
    const most = Math.max(MAX_BURSTS_OWED * bucketSize, MAX_SECONDS_OWED * tokensPerInterval);
    this.tokens.content = Math.min(Math.max(before - count, -most), bucketSize);
    return before - this.tokens.content;
  }

  /** Changes the rate. A greater burst can be used at once. */
  change({ perSecond, burst }: Rate): void {
    this.tokens.drip();
    const more = Math.max(0, burst - this.tokens.bucketSize);
    this.tokens.content = Math.min(this.tokens.content + more, burst);
    this.tokens.bucketSize = burst;
    this.tokens.tokensPerInterval = perSecond;
  }

  /** How many are left; not below 0. */
  get left(): number {
    this.tokens.drip();
    return Math.max(0, Math.floor(this.tokens.content));
  }

  /** The time until `take` returns true again, in whole seconds; 0 when it would now. */
  secondsToNext(): number {
    return Math.ceil(this.tokens.getWaitTime(1) / 1_000);
  }

  /** The time until the whole burst is left again, in whole seconds. */
  secondsToFull(): number {
    const { bucketSize, content, tokensPerInterval } = this.tokens;
    return Math.ceil((bucketSize - content) / tokensPerInterval);
  }
}
