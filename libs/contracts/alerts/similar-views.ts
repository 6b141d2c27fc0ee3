import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { ALERT_ID } from '../examples';
import { Id, nullable, Timestamp } from '../fields';
import { ALERT_STATUSES, RESOLUTIONS, SEVERITIES } from './words';

/**
 * What alerts have in common with an alert. `customer`: the same customer, and the same rule or list entry; the others
 * are alerts of other customers: `party` about the same party and list entry, `entry` about the same list entry, `rule`
 * raised by the same rule.
 */
export const SIMILARITIES = ['customer', 'party', 'entry', 'rule'] as const;
export type Similarity = (typeof SIMILARITIES)[number];

/** How alerts ended, or that they wait. */
export const ALERT_OUTCOMES = ['active', 'dismissed', ...RESOLUTIONS] as const;

export const SimilarAlert = view(
  'SimilarAlert',
  Type.Object({
    id: Id,
    customer_id: Id,
    customer_name: nullable(Type.String(), { description: 'null if its data are erased or restricted' }),
    severity: Type.Enum(SEVERITIES),
    title: Type.String(),
    status: Type.Enum(ALERT_STATUSES),
    resolution: nullable(Type.Enum(RESOLUTIONS)),
    created_at: Timestamp,
    decided_at: nullable(Timestamp),
    decided_by: nullable(Type.String()),
    reason: nullable(Type.String(), { description: 'of the last decision' }),
  }),
  { example: { id: ALERT_ID, customer_name: 'Jane Doe' } },
);
export type SimilarAlert = Static<typeof SimilarAlert>;

export const SimilarAlerts = view(
  'SimilarAlerts',
  Type.Object({
    similarity: Type.Enum(SIMILARITIES),
    alerts: Type.Integer({ minimum: 0, description: 'that were counted: the newest 1,000 at most' }),
    is_complete: Type.Boolean({ description: 'false: older ones are not counted' }),
    outcomes: Type.Array(
      view(
        'AlertOutcomeCount',
        Type.Object({ outcome: Type.Enum(ALERT_OUTCOMES), alerts: Type.Integer({ minimum: 1 }) }),
      ),
      { description: 'of the counted alerts, the most frequent outcome first' },
    ),
    newest: Type.Array(SimilarAlert, { description: 'the newest ten' }),
  }),
  { description: 'Alerts that have something in common with an alert, and how they were decided.' },
);
export type SimilarAlerts = Static<typeof SimilarAlerts>;
