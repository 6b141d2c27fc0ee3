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

export const RuleCheck = view(
  'RuleCheck',
  Type.Object({
    valid: Type.Boolean(),
    cost: nullable(Type.Integer(), {
      description: 'steps to evaluate the rule for one event; null if it cannot be compiled',
    }),
    max_cost: Type.Integer({ description: 'a rule that costs more cannot be saved' }),
    problems: Type.Array(
      view(
        'RuleProblem',
        Type.Object({
          path: Type.String({ description: 'JSON pointer of the invalid node in the definition' }),
          message: Type.String(),
        }),
      ),
    ),
  }),
  { description: 'Whether a definition could be saved as a rule. Nothing is saved.' },
);
export type RuleCheck = Static<typeof RuleCheck>;

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

export type RuleDefinition = Static<typeof RuleDefinition>;
export type RuleView = Static<typeof RuleView>;
export type MonitoringRuleView = Static<typeof MonitoringRuleView>;
