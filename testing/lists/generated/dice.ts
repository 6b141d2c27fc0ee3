import { Random } from '../../../tests/crash/random';

/** Choices that depend only on the seed. */
export class Dice {
  private readonly random: Random;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  number(least: number, most: number): number {
    return this.random.between(least, most);
  }

  /** True in so many of a hundred cases. */
  often(percent: number): boolean {
    return this.number(1, 100) <= percent;
  }

  one<T>(items: readonly T[]): T {
    return items[this.number(0, items.length - 1)]!;
  }

  /** From `least` to `most` different items. */
  some<T>(items: readonly T[], least: number, most: number): T[] {
    return this.random.pick([...items], this.number(least, most));
  }

  /** From `least` to `most` new items. */
  times<T>(least: number, most: number, make: (n: number) => T): T[] {
    return Array.from({ length: this.number(least, most) }, (_, n) => make(n));
  }

  /** Letters and digits as a pattern says: `A` is a letter, `9` a digit, all else stands for itself. */
  code(pattern: string): string {
    return pattern.replace(/[A9]/g, (sign) =>
      sign === '9' ? String(this.number(0, 9)) : String.fromCharCode(65 + this.number(0, 25)),
    );
  }
}
