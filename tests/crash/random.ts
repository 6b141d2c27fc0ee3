/** Pseudo-random numbers that depend only on the seed, so that a run can be repeated. */
export class Random {
  constructor(private state: number) {}

  /** Returns a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Returns `count` different items. */
  pick<T>(items: T[], count: number): T[] {
    const left = [...items];
    return Array.from({ length: Math.min(count, left.length) }, () => {
      const [taken] = left.splice(this.between(0, left.length - 1), 1);
      return taken!;
    });
  }

  /** Returns a number from 0 to below 1 (mulberry32 by Tommy Ettinger, public domain). */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
