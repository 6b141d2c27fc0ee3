import type { Logger } from './logging';
import { pause } from './pause';

/** How often it looks for work that nobody told it of: of an instance that died, or due again. */
const LOOK_MS = 500;
const AFTER_TROUBLE_MS = 1_000;

/**
 * Does what is due, round after round, for as long as there is something; then it sleeps until
 * somebody wakes it.
 */
export class Worker {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private awake = new AbortController();

  /**
   * @param round does some of what is due; answers whether there may be more
   */
  constructor(
    private readonly round: () => Promise<boolean>,
    private readonly logger: Logger,
    private readonly lookMs = LOOK_MS,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  /** There is something to do. Cheap when it knows already. */
  wake(): void {
    if (!this.awake.signal.aborted) this.awake.abort();
  }

  /** Finishes the round that is under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      // Renewed before the look, so that what comes during it is not missed.
      if (this.awake.signal.aborted) this.awake = new AbortController();
      let hadWork = false;
      let rest = this.lookMs;
      try {
        hadWork = await this.round();
      } catch (err) {
        this.logger.warn({ err }, 'what is due cannot be done now');
        rest = AFTER_TROUBLE_MS;
      }
      if (!hadWork) await pause(rest, AbortSignal.any([this.awake.signal, this.stopping.signal]));
    }
  }
}
