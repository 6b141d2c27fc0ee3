import type { BacktestProgress } from '@probity/contracts/monitoring-rules/views';
import type { BacktestTask } from './run-backtest';

/** Runs backtests. */
export abstract class Backtests {
  /** Reports the progress, and at the end the result. When the caller returns early, the work ends. */
  abstract run(task: BacktestTask): AsyncGenerator<BacktestProgress>;
}
