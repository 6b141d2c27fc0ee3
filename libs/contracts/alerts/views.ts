import Type, { type Static } from 'typebox';
import { Id, Metadata, Timestamp } from '../fields';
import { ALERT_SOURCES, ALERT_STATUSES, SEVERITIES } from './words';

const OptionalText = Type.Union([Type.String(), Type.Null()]);

/** An alert as in the public interface, with what happened to it since. */
export const AlertView = Type.Object({
  id: Id,
  customer_id: Id,
  alert_type: Type.String(),
  severity: Type.Enum(SEVERITIES),
  title: Type.String(),
  trigger_ref: Type.String(),
  metadata: Metadata,
  source: Type.Enum(ALERT_SOURCES),
  status: Type.Enum(ALERT_STATUSES),
  case_id: OptionalText,
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** An alert for staff: with its evidence and its decisions. */
export const AlertDetail = Type.Object({
  ...AlertView.properties,
  event_id: OptionalText,
  match: Type.Union([Metadata, Type.Null()]),
  evidence: Metadata,
  decisions: Type.Array(
    Type.Object({
      decision: Type.Enum(['resolved', 'dismissed', 'escalated']),
      resolution: OptionalText,
      reason: Type.String(),
      officer: Type.String(),
      decided_at: Timestamp,
    }),
  ),
});

export type AlertView = Static<typeof AlertView>;
export type AlertDetail = Static<typeof AlertDetail>;
