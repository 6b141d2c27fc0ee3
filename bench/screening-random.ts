/** Pseudo-random choices that depend only on the seed: the same seed gives the same list and the same names. */
export class Choices {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** Returns a number from 0 to below 1 (mulberry32, public domain). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  of<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  /** Prefers early items, as some names are common: of 100 items, the first is ten times as likely as the last. */
  ofCommonFirst<T>(from: readonly T[]): T {
    return from[Math.floor(from.length * this.next() ** 2)]!;
  }
}
