import type { BacktestDetail } from '@probity/contracts/backtests/views';
import { type BackOfficeClient, BackOfficeError } from '@probity/platform/http/back-office-client';
import { pause } from '@probity/platform/pause';

const POLL_MS = 500;

interface Following {
  backOffice: Pick<BackOfficeClient, 'get' | 'post'>;
  /** the path of the tenant's backtests */
  path: string;
  /** who cancels it */
  onProgress: (backtest: BacktestDetail) => void;
  /** when the user gives up, the backtest is cancelled */
  givenUp: AbortSignal;
  pollMs?: number;
}

/**
 * Waits until a backtest has ended, and returns it.
 *
 * @throws BackOfficeError when the back office cannot be asked; the backtest goes on
 */
export async function followBacktest(
  started: BacktestDetail,
  { backOffice, path, onProgress, givenUp, pollMs = POLL_MS }: Following,
): Promise<BacktestDetail> {
  const own = `${path}/${started.id}`;
  let backtest = started;
  while (backtest.ended_at === null) {
    onProgress(backtest);
    if (givenUp.aborted) await cancel(backOffice, own);
    else await pause(pollMs, givenUp);
    backtest = await backOffice.get<BacktestDetail>(own);
  }
  return backtest;
}

/** A backtest that ended meanwhile keeps its result. */
async function cancel(backOffice: Pick<BackOfficeClient, 'post'>, path: string): Promise<void> {
  try {
    await backOffice.post(`${path}/cancel`, {});
  } catch (error) {
    if (!(error instanceof BackOfficeError) || error.code !== 'backtest_ended') throw error;
  }
}
