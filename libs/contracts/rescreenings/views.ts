import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { RESCREENING_ID } from '../examples';
import { Id, nullable, Timestamp } from '../fields';
import { RESCREENING_STATUSES } from './words';

export const Count = Type.Integer({ minimum: 0 });

export const AlertsBySeverity = view(
  'AlertsBySeverity',
  Type.Object({ critical: Count, high: Count, medium: Count, low: Count }),
);

export const Rescreening = view(
  'Rescreening',
  Type.Object({
    id: Id,
    status: Type.Enum(RESCREENING_STATUSES),
    preview: Type.Boolean({ description: 'true: it only counts, and raises no alert' }),
    threshold: nullable(Type.Number(), { description: 'of a preview, instead of the setting; null: the setting' }),
    total: { ...Count, description: 'customers to screen' },
    screened: { ...Count, description: 'customers that were screened so far' },
    matched: { ...Count, description: 'customers with new matches' },
    alerts: { ...Count, description: 'alerts that were raised; of a preview, that would be raised' },
    by_severity: AlertsBySeverity,
    scorer_version: nullable(Type.Integer({ minimum: 1 }), {
      description: 'the version of the scorer whose first start began it; null: staff started it',
    }),
    reason: Type.String(),
    started_by: Type.String(),
    started_at: Timestamp,
    ended_at: nullable(Timestamp),
    error: nullable(Type.String(), { description: 'why it failed, or why the last step is repeated' }),
  }),
  {
    description: 'A screening of all customers of a tenant against the present lists.',
    example: {
      id: RESCREENING_ID,
      preview: true,
      threshold: 0.8,
      total: 800,
      screened: 800,
      matched: 9,
      alerts: 11,
      by_severity: { critical: 2, high: 6, medium: 3, low: 0 },
      error: null,
    },
  },
);
export type Rescreening = Static<typeof Rescreening>;
