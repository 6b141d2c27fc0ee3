import Type, { type Static } from 'typebox';
import { type DataOf, type EventOf, factsOf } from '../declaration/fact';
import { Id, Metadata, nullable, Timestamp } from '../fields';
import { personal } from '../personal-data/personal';
import { BACKTEST_EVENTS } from '../topics';
import { BacktestFigures, MAX_BACKTEST_EXAMPLES } from './result';
import { BACKTEST_OUTCOMES } from './words';
import { actorName } from '../staff/officer';

export const BACKTEST_STREAM_PREFIX = 'backtest-';
export const backtestStream = (backtestId: string): string => `${BACKTEST_STREAM_PREFIX}${backtestId}`;

const backtestFact = factsOf({
  service: 'pipeline',
  prefix: BACKTEST_STREAM_PREFIX,
  topic: BACKTEST_EVENTS,
  idField: 'backtest_id',
  sealedBy: 'backtest_id',
});

/** What a backtest is asked to do. */
export const backtestTask = {
  definition: Metadata,
  from: nullable(Timestamp, { description: 'only events at or after this time; null: from the first event' }),
  to: nullable(Timestamp, { description: 'only events before this time; null: to the last event' }),
  max_examples: Type.Integer({ minimum: 0, maximum: MAX_BACKTEST_EXAMPLES }),
};

/** The stored version of a rule with which a draft is compared. */
const baseline = Type.Optional(
  Type.Object(
    { rule_id: Id, version: Type.Integer({ minimum: 1 }), definition: Metadata },
    { description: 'absent without a comparison' },
  ),
);

export const BacktestStarted = backtestFact('BacktestStarted', {
  summary: 'A backtest of a draft was requested. It waits for its turn; its progress is no event.',
  data: Type.Object({
    backtest_id: Id,
    tenant_id: Id,
    ...backtestTask,
    baseline,
    actor: Type.String(),
    ...actorName,
    started_at: Timestamp,
  }),
});

/** The examples have data of customers. They stay in Probity. */
export const BacktestEnded = backtestFact('BacktestEnded', {
  summary: 'A backtest was completed or cancelled, or it failed. A backtest ends once.',
  data: Type.Object({
    backtest_id: Id,
    tenant_id: Id,
    outcome: Type.Enum(BACKTEST_OUTCOMES),
    actor: Type.String({ description: 'who cancelled it; `system` for another outcome' }),
    ...actorName,
    reason: nullable(Type.String(), { description: 'why it failed; null for another outcome' }),
    result: nullable(BacktestFigures, { description: 'null unless it was completed' }),
    examples: personal('finding', Type.Array(Metadata)),
    ended_at: Timestamp,
  }),
  withheld: ['examples'],
  example: { outcome: 'completed', actor: 'system', reason: null },
});

export type BacktestStarted = Static<typeof BacktestStarted.data>;
export type BacktestEnded = DataOf<typeof BacktestEnded>;

export const BACKTEST_FACTS = [BacktestStarted, BacktestEnded] as const;
export type BacktestEvent = EventOf<(typeof BACKTEST_FACTS)[number]>;
