/** Steps that take back what was started, to be done in reverse. */
export class Undo {
  private readonly steps: (() => Promise<void>)[] = [];

  /** Runs `start`; when it fails, what it had started until then is taken back. */
  static async onFailure<T>(start: (undo: Undo) => Promise<T>): Promise<T> {
    const undo = new Undo();
    try {
      return await start(undo);
    } catch (error) {
      await undo.all();
      throw error;
    }
  }

  later(step: () => Promise<void>): void {
    this.steps.push(step);
  }

  async all(): Promise<void> {
    while (this.steps.length > 0) await this.steps.pop()!();
  }
}
