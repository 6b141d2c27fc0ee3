import type { BacktestView } from '@probity/contracts/backtests/views';
import { BACKTEST_COLUMNS } from './backtest-report';

const noteOf = (result: object | null) =>
  BACKTEST_COLUMNS.find(({ title }) => title === 'NOTE')!.value({ result } as unknown as BacktestView);

describe('the list of backtests', () => {
  it.each([
    [{ complete: false, stopped_events: 0 }, 'incomplete'],
    [{ complete: true, stopped_events: 1 }, '1 event stopped'],
    [{ complete: false, stopped_events: 2_000 }, 'incomplete, 2,000 events stopped'],
    [{ complete: true, stopped_events: 0 }, null],
    [null, null],
  ])('notes why a result may miss matches: %j', (result, note) => {
    expect(noteOf(result)).toBe(note);
  });
});
