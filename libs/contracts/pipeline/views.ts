import Type, { type Static } from 'typebox';
import { Id, Metadata, Timestamp } from '../fields';
import { EVENT_STATUSES, EVENT_TYPES } from './words';

export type EventStatus = (typeof EVENT_STATUSES)[number];
export type EventType = (typeof EVENT_TYPES)[number];

/** What a stage of the pipeline found, with everything needed to explain it. */
export const StageOutcome = Type.Object({
  stage: Type.Enum(['resolve', 'kyc', 'screening', 'monitoring', 'scoring']),
  mode: Type.String({ description: 'native, external or plugin' }),
  result: Type.String({ description: 'one word, such as clear, hit, skipped, unchanged' }),
  evidence: Metadata,
});
export type StageOutcome = Static<typeof StageOutcome>;

export const IngestedEventView = Type.Object({
  event_id: Id,
  tenant_id: Id,
  event_type: Type.Enum(EVENT_TYPES),
  payload: Metadata,
  status: Type.Enum(EVENT_STATUSES),
  customer_id: Type.Union([Id, Type.Null()]),
  received_at: Timestamp,
  processed_at: Type.Union([Timestamp, Type.Null()]),
  attempts: Type.Integer({ description: 'how often processing failed' }),
  last_error: Type.Union([Type.String(), Type.Null()]),
  duplicate_of: Type.Union([Id, Type.Null()], { description: 'the event that brought the same transaction first' }),
  stages: Type.Array(StageOutcome),
  alert_ids: Type.Array(Id),
});
export type IngestedEventView = Static<typeof IngestedEventView>;
