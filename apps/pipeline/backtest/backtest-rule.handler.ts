import { setTimeout as delay } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { backtestRule } from '@probity/contracts/monitoring-rules/commands';
import type { BacktestProgress } from '@probity/contracts/monitoring-rules/views';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database, type Lock } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { countryLists } from '@probity/scoring/country-risk';
import { checkModel, DEFAULT_MODEL } from '@probity/scoring/scoring-model';
import { checkNewRule } from '../monitoring-rules/check-rule';
import { Backtests } from './backtests';

/** More backtests would read more of the database at once than it can bear beside the events. */
const MAX_AT_ONCE = 2;
const LOCK_ATTEMPTS = 10;
const LOCK_PAUSE_MS = 100;

@Controller()
export class BacktestRuleHandler {
  /** the tenants whose backtests run in this process */
  private readonly running = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly settings: SettingsQueries,
    private readonly backtests: Backtests,
  ) {}

  /** When the caller unsubscribes, the work ends within about a second. */
  @OnCommand(backtestRule)
  handle(request: RequestOf<typeof backtestRule>): Observable<BacktestProgress> {
    return from(this.run(request));
  }

  private async *run(request: RequestOf<typeof backtestRule>): AsyncGenerator<BacktestProgress> {
    checkNewRule(request.definition);
    const { tenant_id } = request;
    if (this.running.has(tenant_id)) throw busy(OF_TENANT);
    if (this.running.size >= MAX_AT_ONCE) throw busy(`${MAX_AT_ONCE} backtests are already running`);
    this.running.add(tenant_id);
    try {
      yield* this.runAlone(request);
    } finally {
      this.running.delete(tenant_id);
    }
  }

  /** Of a tenant, one backtest runs at a time, in any process. */
  private async *runAlone(request: RequestOf<typeof backtestRule>): AsyncGenerator<BacktestProgress> {
    const { tenant_id } = request;
    const lock = await this.lock(tenant_id);
    try {
      const { settings } = await this.settings.current(tenant_id);
      yield* this.backtests.run({
        tenantId: tenant_id,
        definition: request.definition,
        ...(request.from === undefined ? {} : { from: new Date(request.from) }),
        ...(request.to === undefined ? {} : { to: new Date(request.to) }),
        maxExamples: request.max_examples,
        countryLists: countryLists(checkModel(settings.scoring).model ?? DEFAULT_MODEL),
      });
    } finally {
      lock.release();
    }
  }

  /** Postgres releases the lock of a backtest that has just ended a moment later. */
  private async lock(tenantId: string): Promise<Lock> {
    for (let attempt = 1; attempt <= LOCK_ATTEMPTS; attempt++) {
      const lock = await this.database.tryLock(`backtest ${tenantId}`);
      if (lock) return lock;
      await delay(LOCK_PAUSE_MS);
    }
    throw busy(OF_TENANT);
  }
}

const OF_TENANT = 'a backtest of this tenant is already running';

const busy = (why: string): Refusal =>
  new Refusal('overloaded', 'backtests_running', `${why}; no changes were made; retry when it has ended`);
