import {
  BACKTEST_STREAM_PREFIX,
  type BacktestEnded,
  type BacktestEvent,
  type BacktestStarted,
  backtestStream,
} from '@probity/contracts/backtests/events';
import type { Aggregate } from '@probity/event-store/aggregate';
import {
  BACKTEST_TABLES,
  projectBacktestEvents,
  BACKTEST_AUDIT,
} from '@probity/read-side/backtests/backtest-projection';

/** The state of a backtest that its decisions use. */
export interface BacktestState {
  started: BacktestStarted;
  /** undefined until it ends */
  ended: BacktestEnded | undefined;
}

function evolve(state: BacktestState | undefined, { type, data }: BacktestEvent): BacktestState {
  if (type === 'BacktestStarted') return { started: data, ended: undefined };
  if (!state) throw new Error(`the stream of backtest ${data.backtest_id} does not begin with BacktestStarted`);
  return { ...state, ended: data };
}

export const BACKTEST: Aggregate<BacktestState, BacktestEvent> = {
  name: 'backtest',
  kind: 'backtests',
  prefix: BACKTEST_STREAM_PREFIX,
  stream: backtestStream,
  evolve,
  tenantOf: ({ started }) => started.tenant_id,
  tables: BACKTEST_TABLES,
  audit: BACKTEST_AUDIT,
  projection: projectBacktestEvents,
};
