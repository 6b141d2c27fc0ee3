import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { ALERT_ID } from '../examples';
import { Id, nullable } from '../fields';
import { ENTRY_KINDS, MIN_THRESHOLD, ThresholdRule } from '../settings/threshold-rules';

/** The most alerts of a tenant that one measurement reads, newest decisions first. */
export const MAX_MEASURED_ALERTS = 5_000;
/** The most lost alerts that a measurement names. */
export const MAX_LOST_ALERTS = 20;

const Count = Type.Integer({ minimum: 0 });
const Share = nullable(Type.Number({ minimum: 0, maximum: 1 }));

const figures = {
  confirmed: { ...Count, description: 'alerts that were resolved as a confirmed match' },
  false: { ...Count, description: 'alerts that were dismissed' },
  saved: { ...Count, description: 'dismissed alerts that the proposal would not have raised' },
  lost: { ...Count, description: 'confirmed alerts that the proposal would not have raised' },
  precision: { ...Share, description: 'the share of the confirmed ones of all; null: there are none' },
  proposed_precision: { ...Share, description: 'the same of the alerts that the proposal would have raised' },
};
const MeasuredFigures = view('MeasuredFigures', Type.Object(figures));
export type MeasuredFigures = Static<typeof MeasuredFigures>;

const example = { confirmed: 12, false: 340, saved: 210, lost: 1, precision: 0.0341, proposed_precision: 0.078 };

export const ScreeningMeasurement = view(
  'ScreeningMeasurement',
  Type.Object({
    threshold: Type.Number({ minimum: MIN_THRESHOLD, maximum: 1, description: 'of the proposal' }),
    thresholds: Type.Array(ThresholdRule, { description: 'the rules of the proposal' }),
    weights: Type.Record(Type.String(), Type.Number(), {
      description: 'the weights of the proposal that differ from those of the scorer',
    }),
    scorer_version: Type.Integer({ minimum: 1, description: 'of the scorer of today, which scored the alerts again' }),
    measured: { ...Count, description: 'decided alerts of screening that were scored again' },
    left_out: view(
      'LeftOutAlerts',
      Type.Object({
        undecided: { ...Count, description: 'resolved in another way, which says neither confirmed nor false' },
        reopened: { ...Count, description: 'raised again after the decision: the new alert counts' },
        restricted: { ...Count, description: 'of customers that are erased or restricted' },
        without_evidence: { ...Count, description: 'without the evidence of a match' },
        older: {
          ...Count,
          description: `decided before the ${MAX_MEASURED_ALERTS} alerts that one measurement reads`,
        },
      }),
      { description: 'Decided alerts of screening that were not measured.' },
    ),
    total: MeasuredFigures,
    by_list: Type.Array(view('MeasuredList', Type.Object({ list: Type.String(), ...figures }), { example }), {
      description: 'by the name of the list',
    }),
    by_kind: Type.Array(view('MeasuredKind', Type.Object({ kind: Type.Enum(ENTRY_KINDS), ...figures }), { example })),
    table: Type.Array(
      view(
        'MeasuredThreshold',
        Type.Object({
          threshold: Type.Number(),
          saved: { ...Count, description: 'dismissed alerts below it' },
          lost: { ...Count, description: 'confirmed alerts below it' },
        }),
      ),
      { description: 'what one threshold for all matches would have changed, from 0.5 to 1' },
    ),
    lost_alerts: Type.Array(Id, {
      description: `the newest ${MAX_LOST_ALERTS} of the confirmed alerts that the proposal would not have raised`,
      examples: [[ALERT_ID]],
    }),
    notes: Type.Array(Type.String(), { description: 'sentences: what the figures do not say' }),
  }),
  {
    description:
      "What a proposed threshold, rules or weights would have changed about the tenant's own decided alerts. Nothing " +
      'is changed.',
    example: { threshold: 0.8, total: example },
  },
);
export type ScreeningMeasurement = Static<typeof ScreeningMeasurement>;
