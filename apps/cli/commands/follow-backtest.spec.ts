import type { BacktestDetail } from '@probity/contracts/backtests/views';
import { BackOfficeError } from '@probity/platform/http/back-office-client';
import { followBacktest } from './follow-backtest';

const PATH = 'tenants/bank/monitoring-rules/backtests';
const backtest = (fields: Partial<BacktestDetail>) =>
  ({ id: 'b', status: 'running', ended_at: null, progress: null, ...fields }) as BacktestDetail;
const completed = backtest({ status: 'completed', ended_at: '2026-03-01T00:00:00.000Z' });
const cancelled = backtest({ status: 'cancelled', ended_at: '2026-03-01T00:00:00.000Z' });

/** A back office that returns these states, one for each read, and what it was asked. */
function office(states: BacktestDetail[], onCancel: () => void = () => {}) {
  const asked: [string, object?][] = [];
  return {
    asked,
    get: (path: string) => {
      asked.push([path]);
      return Promise.resolve(states.shift() as never);
    },
    post: (path: string, body: object) => {
      asked.push([path, body]);
      onCancel();
      return Promise.resolve({} as never);
    },
  };
}

const follow = (backOffice: ReturnType<typeof office>, givenUp = new AbortController()) => {
  const seen: unknown[] = [];
  const onProgress = ({ progress }: BacktestDetail) => void seen.push(progress);
  const ended = followBacktest(backtest({ status: 'waiting' }), {
    backOffice,
    path: PATH,
    onProgress,
    givenUp: givenUp.signal,
    pollMs: 0,
  });
  return { ended, seen };
};

describe('following a backtest', () => {
  it('shows its progress until it has ended', async () => {
    const progress = { customers_read: 1, customers_total: 2 };
    const back = office([backtest({ progress }), completed]);
    const { ended, seen } = follow(back);
    expect(await ended).toEqual(completed);
    expect(seen).toEqual([null, progress]);
    expect(back.asked).toEqual([[`${PATH}/b`], [`${PATH}/b`]]);
  });

  it('cancels it when the user gives up', async () => {
    const givenUp = new AbortController();
    givenUp.abort();
    const back = office([cancelled]);
    expect(await follow(back, givenUp).ended).toEqual(cancelled);
    expect(back.asked).toEqual([[`${PATH}/b/cancel`, {}], [`${PATH}/b`]]);
  });

  it('returns the result when it ended before it could be cancelled', async () => {
    const givenUp = new AbortController();
    givenUp.abort();
    const refusal = new BackOfficeError(400, 'backtest_ended', 'the backtest was completed');
    const back = office([completed], () => {
      throw refusal;
    });
    expect(await follow(back, givenUp).ended).toEqual(completed);
  });

  it('reports that it cannot be cancelled', async () => {
    const givenUp = new AbortController();
    givenUp.abort();
    const unreachable = new BackOfficeError(0, 'unreachable', 'cannot reach the back office');
    const back = office([], () => {
      throw unreachable;
    });
    await expect(follow(back, givenUp).ended).rejects.toBe(unreachable);
  });
});
