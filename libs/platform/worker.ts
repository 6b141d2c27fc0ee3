import type { Logger } from './logging';
import { pause } from './pause';

/** How often a sleeping worker looks for work: work of an instance that died, or work whose time has come. */
const LOOK_MS = 500;
const AFTER_TROUBLE_MS = 1_000;

/**
 * Handles due work in rounds until none is left. Then it sleeps until a caller wakes it or `lookMs` has passed.
 */
export class Worker {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private awake = new AbortController();

  /**
   * @param round handles some of the due work; returns whether there may be more
   */
  constructor(
    private readonly round: () => Promise<boolean>,
    private readonly logger: Logger,
    private readonly lookMs = LOOK_MS,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  /** Wakes the worker for new work. Cheap when the worker is already awake. */
  wake(): void {
    if (!this.awake.signal.aborted) this.awake.abort();
  }

  /** Resolves after the current round. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      // Reset before the round, so that a wake-up during the round is not missed.
      if (this.awake.signal.aborted) this.awake = new AbortController();
      let hadWork = false;
      let rest = this.lookMs;
      try {
        hadWork = await this.round();
      } catch (err) {
        this.logger.warn({ err }, 'due work failed; the worker retries');
        rest = AFTER_TROUBLE_MS;
      }
      if (!hadWork) await pause(rest, AbortSignal.any([this.awake.signal, this.stopping.signal]));
    }
  }
}
