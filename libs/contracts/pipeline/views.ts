import Type, { type Static } from 'typebox';
import { Id, Metadata, Timestamp } from '../fields';

/**
 * Where an ingested event stands. `pending`: accepted, not processed yet; `unresolved`: no customer has
 * its account_ref, it waits for one; `processed`: it has its outcome; `duplicate`: its transaction was
 * processed before, under another event; `dead`: it failed again and again, staff can run it again.
 */
export const EVENT_STATUSES = ['pending', 'unresolved', 'processed', 'duplicate', 'dead'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const EVENT_TYPES = ['transaction', 'onboarding'] as const;
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
