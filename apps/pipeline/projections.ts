import type { Projection } from '@probity/event-store/aggregate';
import { actionsOf } from '@probity/read-side/audit/recorded-actions';
import { ingestionProjection } from './ingestion/project-ingestion';
import { BACKTEST } from './backtests/backtest-state';
import { LIST_SOURCE } from './list-sources/source-state';
import { RULE } from './monitoring-rules/rules';
import { PROVIDER } from './providers/providers';
import { SIGNAL } from './providers/signals';
import { RESCREENING } from './rescreenings/scorer-state';
import { LIST } from './watchlists/list-streams';

/** The projections of the pipeline's streams. */
export const PROJECTIONS: Projection[] = [
  LIST,
  LIST_SOURCE,
  RULE,
  BACKTEST,
  PROVIDER,
  SIGNAL,
  RESCREENING,
  ingestionProjection(),
  actionsOf('pipeline'),
];
