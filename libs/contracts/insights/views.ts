import Type, { type Static } from 'typebox';
import { ALERT_SOURCES, RESOLUTIONS, SEVERITIES } from '../alerts/words';
import { view } from '../declaration/view';
import { Id, nullable, Timestamp } from '../fields';

/** How an alert was decided: dismissed as false, or resolved in one of the ways. */
export const OUTCOMES = ['dismissed', ...RESOLUTIONS] as const;

const Day = Type.String({ description: 'ISO date, UTC' });
const Count = Type.Integer({ minimum: 0 });

/** Of the alerts that were decided in the period: dismissed ones were false. */
const precision = {
  raised: { ...Count, description: 'alerts that were raised in the period' },
  decided: { ...Count, description: 'alerts that were decided in the period, whenever they were raised' },
  dismissed: { ...Count, description: 'those of them that were dismissed as false' },
};

export const InsightsView = view(
  'Insights',
  Type.Object({
    from: { ...Day, description: 'the first day' },
    to: { ...Day, description: 'the last day' },
    raised: Type.Array(view('RaisedOnDay', Type.Object({ day: Day, source: Type.Enum(ALERT_SOURCES), alerts: Count }))),
    decided: Type.Array(view('DecidedOnDay', Type.Object({ day: Day, outcome: Type.Enum(OUTCOMES), alerts: Count }))),
    rules: Type.Array(view('RuleOutcomes', Type.Object({ rule_id: Id, name: Type.String(), ...precision })), {
      description: 'rules of Probity, those with the most alerts first',
    }),
    lists: Type.Array(view('ListOutcomes', Type.Object({ list: Type.String(), ...precision }))),
    times: Type.Array(
      view(
        'TimeToDecide',
        Type.Object({
          severity: Type.Enum(SEVERITIES),
          decided: Count,
          median_minutes: Count,
          p90_minutes: { ...Count, description: 'nine of ten decisions took at most as long' },
        }),
      ),
      {
        description:
          'the time from an alert to its decision, rounded up: minutes up to 10, then 5 minutes up to an hour, 15 minutes up to ' +
          '6 hours, hours up to 2 days, and days',
      },
    ),
    people: Type.Array(
      view(
        'WorkOfPerson',
        Type.Object({
          account_id: nullable(Type.String(), { description: 'null for decisions from before there were accounts' }),
          name: Type.String(),
          decided: { ...Count, description: 'decisions in the period' },
          assigned: {
            ...Count,
            description: 'active alerts that are assigned to the person now, also alerts that are put off',
          },
          overdue: { ...Count, description: 'those of them that are past due' },
        }),
      ),
      { description: 'the 100 people with the most decisions and assigned alerts' },
    ),
    waiting: Type.Array(
      view(
        'WaitingAlerts',
        Type.Object({ severity: Type.Enum(SEVERITIES), active: Count, unassigned: Count, overdue: Count }),
      ),
      { description: 'alerts that are not decided, now, also alerts that are put off' },
    ),
  }),
  {
    description:
      'Figures about the alerts of a tenant in a period, and about alerts that wait now. The figures of a period count an ' +
      'alert by the time when it was raised, or by the time of its decision.',
  },
);
export type InsightsView = Static<typeof InsightsView>;

/** What the alerts of one rule led to. */
export const RuleFigures = view(
  'RuleFigures',
  Type.Object({
    rule_id: Id,
    alerts: { ...Count, description: 'raised in the period' },
    decided: { ...Count, description: 'those of them that are decided' },
    confirmed: { ...Count, description: 'those of the decided ones that were not dismissed as false' },
    shadow_hits: { ...Count, description: 'events in the period that the rule matched in shadow mode' },
    shadow_customers: { ...Count, description: 'customers with such an event' },
  }),
  { description: 'What a rule found in a period, and how often it was right.' },
);
export type RuleFigures = Static<typeof RuleFigures>;

export const ShadowHit = view(
  'ShadowHit',
  Type.Object({
    event_id: Id,
    customer_id: Id,
    version: Type.Integer({ description: 'of the rule' }),
    at: { ...Timestamp, description: 'when the event occurred' },
  }),
  { description: 'An event that a rule matched in shadow mode. The evidence is with the event.' },
);
export type ShadowHit = Static<typeof ShadowHit>;
