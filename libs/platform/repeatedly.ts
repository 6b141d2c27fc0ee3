import { setTimeout as delay } from 'node:timers/promises';

/** Does a piece of work again and again, with a pause in between, until it is stopped. It keeps no process alive. */
export class Repeatedly {
  private readonly ending = new AbortController();
  private running: Promise<void> | undefined;

  /**
   * @param work looks at `signal` between its steps
   * @param failed gets its errors; the work is tried again after the pause. Not called once it is being stopped.
   */
  constructor(
    private readonly everyMs: number,
    private readonly work: (signal: AbortSignal) => Promise<void>,
    private readonly failed: (error: unknown) => void,
  ) {}

  start(): void {
    this.running = this.run(this.ending.signal);
  }

  /** Waits for the work in progress. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private async run(signal: AbortSignal): Promise<void> {
    for (;;) {
      await delay(this.everyMs, undefined, { ref: false, signal }).catch(() => {}); // it was stopped
      if (signal.aborted) return;
      await this.work(signal).catch((error: unknown) => {
        if (!signal.aborted) this.failed(error);
      });
    }
  }
}
