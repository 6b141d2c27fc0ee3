import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { Id, nullable, Timestamp } from '../fields';
import { EVENT_STATUSES, EVENT_TYPES } from './words';

export type EventStatus = (typeof EVENT_STATUSES)[number];

export type EventType = (typeof EVENT_TYPES)[number];

const StageFields = Type.Object({
  stage: Type.Enum(['resolve', 'kyc', 'screening', 'monitoring', 'scoring']),
  mode: Type.String({ description: 'who ran it: native, external or plugin' }),
  result: Type.String({ description: 'one word, such as clear, hit, skipped, unchanged' }),
});
export const StageResult = view('StageResult', StageFields, { description: 'The result of a stage of the pipeline.' });

export const StageOutcome = view(
  'StageOutcome',
  Type.Object({
    ...StageFields.properties,
    evidence: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'of the stage `monitoring`: `rules` were evaluated, `hits`, and `stopped` rules, which the event may match; ' +
        '`time_limit` of a stopped rule says whose time was used up: `rule`, its own; `event`, that of all rules together',
    }),
  }),
  {
    description: 'The result of a stage of the pipeline, with the data that explain it.',
  },
);
export type StageOutcome = Static<typeof StageOutcome>;

const SummaryFields = Type.Object({
  event_id: Id,
  tenant_id: Id,
  event_type: Type.Enum(EVENT_TYPES),
  status: Type.Enum(EVENT_STATUSES, {
    description:
      'pending: not processed yet; unresolved: no customer has its account_ref, and it waits for one; processed; ' +
      'duplicate: its transaction was already received; dead: processing failed repeatedly, and staff can retry it',
  }),
  customer_id: nullable(Id),
  received_at: Timestamp,
  processed_at: nullable(Timestamp),
  attempts: Type.Integer({ description: 'how often processing failed' }),
  duplicate_of: nullable(Id, { description: 'the event with which the transaction was first received' }),
  stages: Type.Array(StageResult),
  alert_ids: Type.Array(Id),
});
const { event_id, tenant_id, event_type, ...summary } = SummaryFields.properties;
const DetailFields = Type.Object({
  event_id,
  tenant_id,
  event_type,
  payload: Type.Record(Type.String(), Type.Unknown(), {
    description: 'as it was accepted: amounts are decimal strings, times are in UTC',
  }),
  ...summary,
  stages: Type.Array(StageOutcome),
});
const LastError = { last_error: nullable(Type.String()) };

/** An item of a list: payload and evidence may be large. */
export const PublicEventSummary = view('IngestedEventSummary', SummaryFields, {
  description: 'An event that was accepted. Read the event itself for its payload and for the evidence of each stage.',
});
export type PublicEventSummary = Static<typeof PublicEventSummary>;

export const IngestedEventSummary = view(
  'IngestedEventStaffSummary',
  Type.Object({ ...SummaryFields.properties, ...LastError }),
  { description: 'An item of the list of events for staff, with the reason of the last failure.' },
);
export type IngestedEventSummary = Static<typeof IngestedEventSummary>;

/** Why processing failed is for staff only: it may name internals. */
export const PublicEventView = view('IngestedEvent', DetailFields, {
  description: 'An event that was accepted, and its outcome.',
});
export type PublicEventView = Static<typeof PublicEventView>;

export const IngestedEventView = view(
  'IngestedEventDetail',
  Type.Object({ ...DetailFields.properties, ...LastError }),
  { description: 'An event for staff, with the reason of the last failure.' },
);
export type IngestedEventView = Static<typeof IngestedEventView>;

export const AcceptedEvent = view('AcceptedEvent', Type.Object({ status: Type.Literal('accepted'), event_id: Id }));
export type AcceptedEvent = Static<typeof AcceptedEvent>;
