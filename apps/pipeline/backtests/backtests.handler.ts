import { Controller } from '@nestjs/common';
import { cancelBacktest, startBacktest } from '@probity/contracts/backtests/commands';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { BacktestWorker } from './backtest-worker';
import { Backtests } from './backtests';

@Controller()
export class BacktestsHandler {
  constructor(
    private readonly backtests: Backtests,
    private readonly worker: BacktestWorker,
  ) {}

  @OnCommand(startBacktest)
  async start({ from, to, ...task }: RequestOf<typeof startBacktest>) {
    const started = await this.backtests.start({ ...task, from: from ?? null, to: to ?? null });
    this.worker.wake();
    return started;
  }

  @OnCommand(cancelBacktest)
  async cancel({ tenant_id, backtest_id, actor, actor_name }: RequestOf<typeof cancelBacktest>) {
    return this.backtests.cancel(tenant_id, backtest_id, { actor, actor_name });
  }
}
