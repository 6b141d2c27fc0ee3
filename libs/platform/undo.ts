/** Steps that take back what was started, to be done in reverse. */
export class Undo {
  private readonly steps: (() => Promise<void>)[] = [];

  /** Runs `start`; when it fails, what it had started until then is taken back. */
  static async onFailure<T>(start: (undo: Undo) => Promise<T>): Promise<T> {
    const undo = new Undo();
    try {
      return await start(undo);
    } catch (error) {
      await undo.all().catch(() => {}); // the first error is the one that tells why
      throw error;
    }
  }

  later(step: () => Promise<void>): void {
    this.steps.push(step);
  }

  /** Takes every step, also when one of them fails. @throws the first error */
  async all(): Promise<void> {
    const errors: unknown[] = [];
    while (this.steps.length > 0) {
      await this.steps.pop()!().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }
}
