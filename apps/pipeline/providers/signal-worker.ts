import type { Clock } from '@probity/platform/clock';
import { Worker } from '@probity/platform/worker';
import { applySignals, type ApplySignalsParts } from './apply-signals';
import type { WebhookPayloads } from './webhook-payloads';

const HOUR_MS = 3_600_000;

/** Applies signals of providers, and deletes raw webhooks whose time is over. */
export class SignalWorker {
  private readonly applying: Worker;
  private readonly forgetting: Worker;

  constructor(parts: ApplySignalsParts, payloads: WebhookPayloads, now: Clock) {
    this.applying = new Worker(() => applySignals(parts), parts.logger);
    this.forgetting = new Worker(() => payloads.forgetOld(now()), parts.logger, HOUR_MS);
  }

  start(): void {
    this.applying.start();
    this.forgetting.start();
  }

  /** Reports signals that are due. */
  wake(): void {
    this.applying.wake();
  }

  /** Finishes the current round. */
  async stop(): Promise<void> {
    await Promise.all([this.applying.stop(), this.forgetting.stop()]);
  }
}
