import Type, { type Static } from 'typebox';
import { Id, Timestamp } from '../fields';

const OptionalText = Type.Union([Type.String(), Type.Null()]);

export const CaseView = Type.Object({
  id: Id,
  customer_id: Id,
  title: Type.String(),
  status: Type.Enum(['open', 'closed']),
  outcome: OptionalText,
  alert_ids: Type.Array(Id),
  opened_by: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** A case for staff: with everything that was said and done in it, oldest first. */
export const CaseDetail = Type.Object({
  ...CaseView.properties,
  reason: Type.String(),
  entries: Type.Array(Type.Object({ what: Type.String(), text: Type.String(), officer: Type.String(), at: Timestamp })),
});

export type CaseView = Static<typeof CaseView>;
export type CaseDetail = Static<typeof CaseDetail>;
