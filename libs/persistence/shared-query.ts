/** How many queries may run at the same time. With more, each caller would have its own query again. */
const MAX_RUNNING = 2;
/** After this time, the next query starts even if the running ones have not ended: their connection may hang. */
const OVERLAP_AFTER_MS = 250;

interface Waiting<Key, Answer> {
  keys: Set<Key>;
  answer: Promise<Answer>;
}

/**
 * A query that callers share when they ask at the same time: while two queries are running, all other callers wait and
 * share the next one. The answer to a caller always comes from a query that began after the call.
 */
export class SharedQuery<Key, Answer> {
  private readonly running = new Set<Promise<unknown>>();
  private next: Waiting<Key, Answer> | undefined;

  constructor(private readonly query: (keys: Key[]) => Promise<Answer>) {}

  /** The answer may also contain the keys of other callers that share the query. */
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
        () => {}, // the callers of this query get the error; those of the next query must not
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
    // Callers that ask in the same turn of the event loop share the query.
    await new Promise(setImmediate);
  }
}
