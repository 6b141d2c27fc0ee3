import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { BACKTEST_ID } from '../examples';
import { Id, Metadata, nullable, Timestamp } from '../fields';
import { backtestTask } from './events';
import { BacktestFigures, coverage } from './result';
import { BACKTEST_STATUSES } from './words';

const { definition, from, to, max_examples } = backtestTask;

const backtest = {
  id: Id,
  status: Type.Enum(BACKTEST_STATUSES),
  name: Type.String({ description: 'the name of the draft' }),
  from,
  to,
  rule_id: nullable(Id, { description: 'the stored rule with which the draft is compared' }),
  rule_version: nullable(Type.Integer(), { description: 'the version of the rule with which the draft is compared' }),
  progress: nullable(Type.Object(coverage), {
    description: 'null unless it is running, and in the first seconds of a run; about a second old',
  }),
  started_by: Type.String({ description: '`institution`, or `staff:<name>`' }),
  started_at: Timestamp,
  ended_at: nullable(Timestamp),
  ended_by: nullable(Type.String(), { description: 'who cancelled it; `system` when it was completed or failed' }),
  reason: nullable(Type.String(), { description: 'why it failed' }),
  result: nullable(BacktestFigures, { description: 'null unless it was completed' }),
};

const example = {
  id: BACKTEST_ID,
  name: 'Very large transfer',
  started_by: 'staff:j.doe',
  ended_by: null,
  reason: null,
};

export const BacktestView = view('Backtest', Type.Object(backtest), {
  description: 'A trial of a draft of a monitoring rule on the stored history.',
  example,
});

export const BacktestDetail = view(
  'BacktestDetail',
  Type.Object({
    ...backtest,
    definition,
    max_examples,
    examples: Type.Array(Metadata, {
      description:
        'the first match of each of some customers, with its evidence; fewer than asked for when they are large',
    }),
  }),
  { description: 'A backtest with its draft and its examples.', example },
);

export type BacktestView = Static<typeof BacktestView>;
export type BacktestDetail = Static<typeof BacktestDetail>;
