/** More at once would be a query for each caller again. */
const MAX_RUNNING = 2;
/** A query on a connection that hangs does not hold up the next one for longer. */
const OVERLAP_AFTER_MS = 250;

interface Waiting<Key, Answer> {
  keys: Set<Key>;
  answer: Promise<Answer>;
}

/**
 * A query that callers share when they ask at the same time: while two are under way, all others wait for the
 * next one. Every answer comes from a query that began after it was asked for.
 */
export class SharedQuery<Key, Answer> {
  private readonly running = new Set<Promise<unknown>>();
  private next: Waiting<Key, Answer> | undefined;

  constructor(private readonly query: (keys: Key[]) => Promise<Answer>) {}

  /** The answer may tell more than what was asked for: it is that of all who share it. */
  ask(keys: Iterable<Key>): Promise<Answer> {
    this.next ??= this.schedule();
    for (const key of keys) this.next.keys.add(key);
    return this.next.answer;
  }

  private schedule(): Waiting<Key, Answer> {
    const keys = new Set<Key>();
    const answer = this.whenOneMayRun().then(() => {
      this.next = undefined;
      const query = this.query([...keys]);
      const ended: Promise<void> = query.then(
        () => {},
        () => {}, // reported to the callers of this query, not to the ones behind them
      );
      this.running.add(ended);
      void ended.then(() => this.running.delete(ended));
      return query;
    });
    return { keys, answer };
  }

  private async whenOneMayRun(): Promise<void> {
    if (this.running.size >= MAX_RUNNING) {
      let timer: NodeJS.Timeout | undefined;
      const longEnough = new Promise((resolve) => (timer = setTimeout(resolve, OVERLAP_AFTER_MS)));
      await Promise.race([...this.running, longEnough]);
      clearTimeout(timer);
    }
    // Who else asks in this turn of the event loop comes along.
    await new Promise(setImmediate);
  }
}
