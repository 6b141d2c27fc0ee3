const DAY_MS = 86_400_000;

/**
 * Numbers that look random and follow from a seed alone: the same seed gives the same numbers on every machine
 * (mulberry32). Not for secrets.
 */
export class SeededRandom {
  private state: number;

  /** @param parts a seed, and what tells several sequences of the same seed apart */
  constructor(...parts: number[]) {
    this.state = parts.reduce((state, part) => Math.imul(state ^ part, 0x9e3779b1) >>> 0, 0x2545f491);
  }

  /** From 0 to 1, without 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** A number from `min` to `max`. */
  between(min: number, max: number): number {
    return min + this.next() * (max - min);
  }

  /** An amount with two decimals. */
  amount(min: number, max: number): number {
    return cents(this.between(min, max));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.whole(0, from.length - 1)]!;
  }

  /** The same items in another order. */
  shuffled<T>(items: readonly T[]): T[] {
    const mixed = [...items];
    for (let last = mixed.length - 1; last > 0; last--) {
      const other = this.whole(0, last);
      [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
    }
    return mixed;
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.whole(0, 9)).join('');
  }
}

export const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** The date so many days before a time, as YYYY-MM-DD. */
export const dateBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
