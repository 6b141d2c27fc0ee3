/** Does work one after the other for each key, in the order in which it came. */
export class InTurn {
  private readonly last = new Map<string, Promise<void>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.last.get(key) ?? Promise.resolve()).then(work);
    // What fails is told to whoever asked for it; the next one goes on.
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
