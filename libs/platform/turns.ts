import { FairQueue } from './fair-queue';

/** Lets at most some work run at the same time. What waits takes turns: owners by the time that their work took. */
export class Turns {
  private readonly waiting = new FairQueue<() => void>();
  private running = 0;

  /** @param most how much work runs at the same time */
  constructor(private readonly most: number) {}

  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.most) this.running++;
    else await new Promise<void>((resolve) => this.waiting.push(owner, resolve)); // gets the place of work that ends
    const begun = performance.now();
    this.waiting.charge(owner, EXPECTED_MS);
    try {
      return await work();
    } finally {
      this.waiting.charge(owner, performance.now() - begun - EXPECTED_MS);
      const next = this.waiting.take();
      if (next) next.item();
      else this.running--;
    }
  }
}

/** Counts until it is known how long the work takes, so that one owner does not get all places of a moment. */
const EXPECTED_MS = 1;
