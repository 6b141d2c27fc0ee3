import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { pause } from '@probity/platform/pause';
import { Worker } from '@probity/platform/worker';
import { RuleError } from '@probity/monitoring/rule-error';
import type { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { countryLists } from '@probity/scoring/country-risk';
import { checkModel, DEFAULT_MODEL } from '@probity/scoring/scoring-model';
import { checkNewRule } from '@probity/read-side/monitoring-rules/check-rule';
import { type ClaimedBacktest, claimBacktest, handBack, keep, LEASE_S, putOff } from './backtest-queue';
import type { BacktestRuns } from './backtest-runs';
import type { Backtests } from './backtests';
import type { BacktestTask, Coverage } from './run-backtest';

/** In one process. More would read more of the database at once than it can bear beside the events. */
export const MAX_AT_ONCE = 2;
/** Attempts that end with their process, or with an error. */
export const MAX_ATTEMPTS = 3;
const KEEP_EVERY_MS = 1_000;

export interface BacktestWorkerParts {
  database: Database;
  backtests: Backtests;
  runs: BacktestRuns;
  settings: SettingsQueries;
  metrics: Pick<Metrics, 'countStoppedWork'>;
  logger: Logger;
}

/**
 * Runs the backtests that are in line: of each tenant one at a time. The tenant whose last backtest began longest ago
 * is next.
 *
 * A claim with a lease lets another process continue after a killed one; the backtest then begins again. Two processes
 * may work on one backtest when the first was paused for longer than the lease, and for about a second after a tenant
 * cancelled one, it may begin the next. A backtest ends once all the same.
 */
export class BacktestWorker {
  private readonly worker: Worker;
  private readonly stopping = new AbortController();
  /** by tenant */
  private readonly running = new Map<string, Promise<void>>();

  constructor(private readonly parts: BacktestWorkerParts) {
    this.worker = new Worker(() => this.begin(), parts.logger);
  }

  start(): void {
    this.worker.start();
  }

  /** Looks for a backtest to run now. */
  wake(): void {
    this.worker.wake();
  }

  /** Hands the backtests in progress back, so that another process begins them again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.worker.stop();
    await Promise.all(this.running.values());
  }

  /** Begins the next backtest. Returns whether there may be more that can run. */
  private async begin(): Promise<boolean> {
    if (this.running.size >= MAX_AT_ONCE) return false;
    const claimed = await claimBacktest(this.parts.database, [...this.running.keys()]);
    if (!claimed) return false;
    const ended = this.work(claimed)
      .catch((err: unknown) => {
        this.parts.logger.warn({ err, backtest: claimed.id }, 'a backtest could not be ended; it is tried again');
      })
      .finally(() => {
        this.running.delete(claimed.tenant_id);
        this.worker.wake();
      });
    this.running.set(claimed.tenant_id, ended);
    return true;
  }

  private async work(claimed: ClaimedBacktest): Promise<void> {
    const { backtests, database } = this.parts;
    if (await backtests.isOver(claimed.id)) return;
    if (claimed.attempts > MAX_ATTEMPTS) {
      return backtests.fail(claimed.id, `its process ended during each of ${MAX_ATTEMPTS} attempts`);
    }
    const over = new AbortController();
    const ended = new AbortController();
    const coverage: { last?: Coverage } = {};
    const kept = this.keepUntil(ended.signal, claimed, coverage, over);
    try {
      const task = await this.taskOf(claimed);
      const until = AbortSignal.any([over.signal, this.stopping.signal]);
      const report = await this.parts.runs.run(task, (progress) => (coverage.last = progress), until);
      await backtests.complete(claimed.id, report);
      if (!report.result.complete) this.parts.metrics.countStoppedWork('backtest');
    } catch (error) {
      if (over.signal.aborted) return; // it has ended, or another process has it
      if (this.stopping.signal.aborted) await handBack(database, claimed);
      else await this.fail(claimed, error);
    } finally {
      ended.abort();
      await kept;
    }
  }

  /** @throws RuleError when a newer version of Probity accepts the draft no more */
  private async taskOf({ tenant_id, definition, from_time, to_time, max_examples, ...stored }: ClaimedBacktest) {
    const { rule_version, baseline } = stored;
    checkNewRule(definition);
    const { settings } = await this.parts.settings.current(tenant_id);
    const task: BacktestTask = {
      tenantId: tenant_id,
      definition,
      ...(from_time && { from: from_time }),
      ...(to_time && { to: to_time }),
      maxExamples: max_examples,
      ...(baseline && { baseline: { version: rule_version!, definition: baseline } }),
      countryLists: countryLists(checkModel(settings.scoring).model ?? DEFAULT_MODEL),
    };
    return task;
  }

  /** Renews the claim every second until the signal. Aborts `over` when the claim is lost, or not renewed for too long. */
  private async keepUntil(
    ended: AbortSignal,
    claimed: ClaimedBacktest,
    coverage: { last?: Coverage },
    over: AbortController,
  ): Promise<void> {
    let keptAt = performance.now();
    for (await pause(KEEP_EVERY_MS, ended); !ended.aborted; await pause(KEEP_EVERY_MS, ended)) {
      const at = performance.now();
      const isKept = await keep(this.parts.database, claimed, coverage.last).catch(() => undefined);
      if (isKept) keptAt = at;
      if (isKept === false || performance.now() - keptAt > LEASE_S * 1_000) return over.abort();
    }
  }

  private async fail(claimed: ClaimedBacktest, error: unknown): Promise<void> {
    const { backtests, database, logger } = this.parts;
    const definite = reasonOf(error);
    if (definite !== undefined) return backtests.fail(claimed.id, definite);
    logger.warn({ err: error, backtest: claimed.id, attempt: claimed.attempts }, 'an attempt of a backtest failed');
    if (claimed.attempts < MAX_ATTEMPTS) return putOff(database, claimed);
    await backtests.fail(claimed.id, `${MAX_ATTEMPTS} attempts failed; the log of the pipeline says why`);
  }
}

/** Why a further attempt would fail too; undefined when it may succeed. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof RuleError) return `the draft is not valid: ${error.message}`;
  if ((error as { code?: unknown }).code !== 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
  return 'it needed too much memory; use shorter windows, or a shorter period';
}
