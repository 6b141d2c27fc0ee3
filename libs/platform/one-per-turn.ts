/**
 * Lets one piece of synchronous work begin in each turn of the event loop, so that several that arrive together do not
 * make everything else wait for all of them.
 */
export class OnePerTurn {
  private last: Promise<unknown> = Promise.resolve();

  /** Resolves when the caller may begin. */
  begin(): Promise<void> {
    const turn = this.last.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
    this.last = turn;
    return turn;
  }
}
