import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { pause } from '@probity/platform/pause';
import { Worker } from '@probity/platform/worker';
import type { Downloads } from './downloads';
import { ClaimLost, fetchFailure, PipelineStopping } from './fetch-failure';
import { fetchList, type FetchParts } from './fetch-list';
import { type ClaimedSource, claimSource, handBack, keep, LEASE_S, recordFailure, recordSuccess } from './fetch-queue';
import type { Random } from './fetch-schedule';
import type { ListNotices } from './list-notices';

/** How often a sleeping process looks for a list whose fetch is due. */
const LOOK_MS = 5_000;
/** How often a process looks for lists that became stale. */
const NOTICES_EVERY_MS = 60_000;
const KEEP_EVERY_MS = 5_000;

export interface ListFetcherParts extends FetchParts {
  downloads: Pick<Downloads, 'file' | 'text' | 'stop'>;
  notices: Pick<ListNotices, 'update'>;
  metrics: Pick<Metrics, 'countWatchlistFetch'>;
  logger: Logger;
  now: Clock;
  random?: Random;
}

/**
 * Fetches the lists that are due, one at a time in each process. A claim with a lease lets one process fetch a list, and
 * another one continue when it was killed.
 *
 * Guarantees: a list changes as a whole, under the rules of imports. How a fetch ended is recorded once.
 *
 * Not guaranteed: that two processes never fetch a list at the same time. It is possible when one was paused for longer
 * than the lease; then it no longer changes the list, unless it was paused while the import was being finished.
 */
export class ListFetcher {
  private readonly worker: Worker;
  private readonly stopping = new AbortController();
  private readonly random: Random;
  private noticesAt = 0;

  constructor(private readonly parts: ListFetcherParts) {
    this.random = parts.random ?? Math.random;
    this.worker = new Worker(() => this.round(), parts.logger, LOOK_MS);
  }

  start(): void {
    this.worker.start();
  }

  /** Looks for a list to fetch now. */
  wake(): void {
    this.worker.wake();
  }

  /** Aborts a transfer, and hands the list back, so that another process fetches it. */
  async stop(): Promise<void> {
    this.stopping.abort(new PipelineStopping());
    await this.worker.stop();
    await this.parts.downloads.stop();
  }

  /** Fetches the list that is due for longest. Returns whether one was due. */
  async round(): Promise<boolean> {
    const { database, now, notices } = this.parts;
    const claimed = await claimSource(database, now());
    if (claimed) {
      await this.makeRoom();
      await this.fetch(claimed);
    }
    if (claimed || now().getTime() - this.noticesAt >= NOTICES_EVERY_MS) {
      this.noticesAt = now().getTime();
      await notices.update();
    }
    return claimed !== undefined;
  }

  /** Removes the files of processes that died. */
  private async makeRoom(): Promise<void> {
    const { folders, now, logger } = this.parts;
    await folders.removeAbandoned(now()).catch((err: unknown) => {
      logger.warn({ err }, 'cannot remove the temporary files of a process that died');
    });
  }

  private async fetch(claimed: ClaimedSource): Promise<void> {
    const { database, metrics, logger, now } = this.parts;
    const { list } = claimed;
    const lost = new AbortController();
    const ended = new AbortController();
    const kept = this.keepUntil(ended.signal, claimed, lost);
    try {
      const fetched = await fetchList(this.parts, claimed, AbortSignal.any([lost.signal, this.stopping.signal]));
      if (await recordSuccess(database, claimed, fetched, now(), this.random)) {
        metrics.countWatchlistFetch(list, fetched.result);
        logger.info({ list, result: fetched.result, version: fetched.baseline.list }, 'a list was fetched');
      }
    } catch (error) {
      if (lost.signal.aborted) logger.info({ list }, 'a fetch of a list was given up: its claim is lost');
      else if (this.stopping.signal.aborted) await handBack(database, claimed, now());
      else await this.fail(claimed, error);
    } finally {
      ended.abort();
      await kept;
    }
  }

  private async fail(claimed: ClaimedSource, error: unknown): Promise<void> {
    const { database, metrics, logger, now } = this.parts;
    const failure = fetchFailure(error);
    if (!(await recordFailure(database, claimed, failure, now(), this.random))) return;
    metrics.countWatchlistFetch(claimed.list, 'failed');
    const { code, message } = failure;
    // The cause of a failure that staff cannot understand is not in its message. No cause has an address.
    logger.warn(
      { list: claimed.list, code, reason: message, ...(code === 'failed' && { err: error }) },
      'a fetch failed',
    );
  }

  /** Renews the claim until the signal. Aborts `lost` when the claim is lost, or not renewed for too long. */
  private async keepUntil(ended: AbortSignal, claimed: ClaimedSource, lost: AbortController): Promise<void> {
    let keptAt = performance.now();
    for (await pause(KEEP_EVERY_MS, ended); !ended.aborted; await pause(KEEP_EVERY_MS, ended)) {
      const at = performance.now();
      const isKept = await keep(this.parts.database, claimed).catch(() => undefined);
      if (isKept) keptAt = at;
      if (isKept === false || performance.now() - keptAt > LEASE_S * 1_000) {
        return lost.abort(new ClaimLost());
      }
    }
  }
}
