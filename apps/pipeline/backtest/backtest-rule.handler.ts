import { Controller } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { backtestRule } from '@probity/contracts/monitoring-rules/commands';
import type { BacktestProgress } from '@probity/contracts/monitoring-rules/views';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { countryLists } from '@probity/scoring/country-risk';
import { checkModel, DEFAULT_MODEL } from '@probity/scoring/scoring-model';
import { runBacktest } from './run-backtest';

/** More backtests would slow down the processing of events. */
const MAX_AT_ONCE = 2;

@Controller()
export class BacktestRuleHandler {
  private running = 0;

  constructor(
    private readonly database: Database,
    private readonly settings: SettingsQueries,
  ) {}

  /** When the caller unsubscribes, the work ends within about a second. */
  @OnCommand(backtestRule)
  handle(request: RequestOf<typeof backtestRule>): Observable<BacktestProgress> {
    return from(this.run(request));
  }

  private async *run(request: RequestOf<typeof backtestRule>): AsyncGenerator<BacktestProgress> {
    if (this.running >= MAX_AT_ONCE) {
      throw new Refusal(
        'overloaded',
        'backtests_running',
        `${MAX_AT_ONCE} backtests are already running; no changes were made; retry when one has ended`,
      );
    }
    this.running++;
    try {
      const { settings } = await this.settings.current(request.tenant_id);
      yield* runBacktest(this.database, {
        tenantId: request.tenant_id,
        definition: request.definition,
        ...(request.from === undefined ? {} : { from: new Date(request.from) }),
        ...(request.to === undefined ? {} : { to: new Date(request.to) }),
        maxExamples: request.max_examples,
        countryLists: countryLists(checkModel(settings.scoring).model ?? DEFAULT_MODEL),
      });
    } finally {
      this.running--;
    }
  }
}
