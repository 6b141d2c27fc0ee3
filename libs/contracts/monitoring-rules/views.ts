import Type, { type Static } from 'typebox';
import { SEVERITIES } from '../alerts/words';
import { view } from '../declaration/view';
import { EXAMPLE_RULE, RULE_ID } from '../examples';
import { Id, Metadata, nullable, Timestamp } from '../fields';
import { EVENT_TYPES } from '../pipeline/words';
import { RuleMode } from './events';

/** The longest texts of a rule, in characters, and the form of the alert_type that it raises. */
export const MAX_NAME = 200;
export const MAX_PROSE = 2_000;
export const ALERT_TYPE_PATTERN = '^[a-z][a-z0-9_]{0,63}$';
export const MAX_BACKTEST_EXAMPLES = 100;

const rule = {
  id: Id,
  key: nullable(Type.String(), { description: 'set on rules of the default pack' }),
  version: Type.Integer(),
  mode: RuleMode,
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const RuleView = view('StoredRule', Type.Object({ ...rule, definition: Metadata }), {
  description: 'A rule for staff, with its definition as it is stored.',
  example: { id: RULE_ID },
});

/** The definition of a rule, as institutions write it; `compileRule` checks it as a whole. */
export const RuleDefinition = Type.Object(
  {
    name: Type.String({ maxLength: MAX_NAME }),
    description: Type.String({ maxLength: MAX_PROSE }),
    reason: Type.String({
      maxLength: MAX_PROSE,
      description: 'why the pattern matters, for the reader of the alert',
    }),
    event_type: Type.Enum(EVENT_TYPES),
    severity: Type.Enum(SEVERITIES),
    alert_type: Type.String({ pattern: ALERT_TYPE_PATTERN }),
    title: Type.String({ maxLength: MAX_NAME, description: 'of the alert' }),
    cooldown: Type.Optional(
      Type.String({
        description: 'the rule raises no second alert for the customer while the last one is younger than this',
      }),
    ),
    compare_unconverted_amounts: Type.Optional(
      Type.Boolean({
        description:
          'whether the rule compares amounts without a rate as if they were in the reference currency; if not, they ' +
          'are unknown to it. Left out: false for a new rule, unchanged for a new version.',
      }),
    ),
    condition: Type.Union([Metadata, Type.Boolean()], {
      description: 'a node of the rule language; see the documentation of monitoring rules',
    }),
  },
  { examples: [EXAMPLE_RULE] },
);

export const MonitoringRuleView = view('MonitoringRule', Type.Object({ ...rule, ...RuleDefinition.properties }), {
  description: 'A rule with the fields of its definition as they are written.',
  example: { id: RULE_ID, ...EXAMPLE_RULE },
});

const counts = {
  events: Type.Integer({ description: 'stored events that the draft was tried on so far' }),
  customers: Type.Integer(),
  hit_events: Type.Integer(),
  hit_customers: Type.Integer(),
  alerts: Type.Integer({ description: 'alerts that would have been raised, after the cooldown' }),
  stopped_events: Type.Integer({
    description: 'events for which the draft used up its time; they may match, and count as no match',
  }),
  customers_read: Type.Integer({ description: 'customers whose whole history was read' }),
  customers_total: Type.Integer({ description: 'customers at the start of the backtest' }),
  first_event_at: nullable(Timestamp, { description: 'the earliest event that the draft was tried on' }),
  last_event_at: nullable(Timestamp, { description: 'the latest event that the draft was tried on' }),
  complete: Type.Boolean({
    description: 'false while the backtest runs, and in its result when its time was over before the history was',
  }),
  examples: Type.Array(Metadata),
};

export const BacktestProgress = view('BacktestProgress', Type.Object({ done: Type.Boolean(), ...counts }), {
  description: 'Progress of a backtest; the last report has `done`.',
});

export const BacktestResult = view('BacktestResult', Type.Object({ done: Type.Literal(true), ...counts }));

export type RuleDefinition = Static<typeof RuleDefinition>;
export type RuleView = Static<typeof RuleView>;
export type MonitoringRuleView = Static<typeof MonitoringRuleView>;
export type BacktestProgress = Static<typeof BacktestProgress>;
export type BacktestResult = Static<typeof BacktestResult>;
