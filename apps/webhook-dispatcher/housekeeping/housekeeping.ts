import type { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import { Worker } from '@probity/platform/worker';
import { forgetOldDeliveries } from './forget-old-deliveries';
import { settleQueues } from './settle-queues';

const LOOK_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Keeps the tables of webhooks small, while deliveries are sent. */
export class Housekeeping {
  private readonly worker: Worker;
  private forgetAt = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    this.worker = new Worker(() => this.round(), logger, LOOK_MS);
  }

  start(): void {
    this.worker.start();
  }

  async stop(): Promise<void> {
    await this.worker.stop();
  }

  private async round(): Promise<boolean> {
    const now = this.clock();
    if (await settleQueues(this.database, now)) return true;
    if (now.getTime() < this.forgetAt) return false;
    if (await forgetOldDeliveries(this.database, now)) return true;
    this.forgetAt = now.getTime() + HOUR_MS;
    return false;
  }
}
