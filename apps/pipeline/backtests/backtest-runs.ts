import type { BacktestReport, BacktestTask, Coverage } from './run-backtest';

/** Runs backtests. */
export abstract class BacktestRuns {
  /**
   * @param onProgress is called about once a second
   * @param over ends the work early; then the promise is rejected
   */
  abstract run(
    task: BacktestTask,
    onProgress: (progress: Coverage) => void,
    over: AbortSignal,
  ): Promise<BacktestReport>;
}
