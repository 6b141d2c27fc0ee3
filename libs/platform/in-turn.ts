/** Runs the tasks of each key one after the other, in the order of their submission. */
export class InTurn {
  private readonly last = new Map<string, Promise<void>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.last.get(key) ?? Promise.resolve()).then(work);
    // A failed task rejects the promise of its caller; the next task runs.
    const ended: Promise<void> = mine
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        if (this.last.get(key) === ended) this.last.delete(key);
      });
    this.last.set(key, ended);
    return mine;
  }
}
