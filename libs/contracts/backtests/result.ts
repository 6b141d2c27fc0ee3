import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { nullable, Timestamp } from '../fields';

export const MAX_BACKTEST_EXAMPLES = 100;
export const DEFAULT_BACKTEST_EXAMPLES = 10;

/** The customers that a backtest has read. */
export const coverage = {
  customers_read: Type.Integer({ description: 'customers whose whole history was read' }),
  customers_total: Type.Integer({ description: 'customers at the start of the backtest' }),
};

const days = Type.Array(
  view(
    'AlertsOnDay',
    Type.Object({ day: Type.String({ description: 'ISO date, UTC' }), alerts: Type.Integer({ minimum: 1 }) }),
  ),
  { description: 'the days with alerts, in order; of longer histories the latest 1,098' },
);

/** The same history with a stored version of the rule, for comparison. */
export const BaselineFigures = view(
  'BaselineFigures',
  Type.Object({
    version: Type.Integer({ description: 'of the stored rule' }),
    hit_events: Type.Integer(),
    hit_customers: Type.Integer(),
    alerts: Type.Integer({ description: 'alerts that the stored version would have raised, after the cooldown' }),
    stopped_events: Type.Integer(),
    new_customers: Type.Integer({ description: 'customers that only the draft matches' }),
    lost_customers: Type.Integer({ description: 'customers that only the stored version matches' }),
    days,
  }),
  { description: 'What the stored version of the rule would have done with the same history.' },
);
export type BaselineFigures = Static<typeof BaselineFigures>;

export const BacktestFigures = view(
  'BacktestFigures',
  Type.Object({
    events: Type.Integer({ description: 'stored events that the draft was tried on' }),
    customers: Type.Integer({ description: 'customers with at least one such event' }),
    hit_events: Type.Integer(),
    hit_customers: Type.Integer(),
    alerts: Type.Integer({ description: 'alerts that would have been raised, after the cooldown' }),
    stopped_events: Type.Integer({
      description: 'events for which the draft used up its time; they may match, and count as no match',
    }),
    ...coverage,
    first_event_at: nullable(Timestamp, { description: 'the earliest event that the draft was tried on' }),
    last_event_at: nullable(Timestamp, { description: 'the latest event that the draft was tried on' }),
    complete: Type.Boolean({ description: 'false when the time of the backtest was over before the history was' }),
    days: Type.Optional(days),
    baseline: Type.Optional(BaselineFigures),
  }),
  { description: 'What a draft would have done, and how much of the stored history it was tried on.' },
);
export type BacktestFigures = Static<typeof BacktestFigures>;
