/** Steps that undo the steps of a start. They run in reverse order. */
export class Undo {
  private readonly steps: (() => Promise<void>)[] = [];

  /** Runs `start`. If it fails, undoes the steps that it has completed and throws its error. */
  static async onFailure<T>(start: (undo: Undo) => Promise<T>): Promise<T> {
    const undo = new Undo();
    try {
      return await start(undo);
    } catch (error) {
      await undo.all().catch(() => {}); // the first error is the cause
      throw error;
    }
  }

  later(step: () => Promise<void>): void {
    this.steps.push(step);
  }

  /** Runs every step, even if one of them fails. @throws the first error */
  async all(): Promise<void> {
    const errors: unknown[] = [];
    while (this.steps.length > 0) {
      await this.steps.pop()!().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }
}
