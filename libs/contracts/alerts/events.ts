import Type, { type Static } from 'typebox';
import { type DataOf, type EventOf, factsOf } from '../declaration/fact';
import { view } from '../declaration/view';
import { Id, Metadata, nullable, Timestamp } from '../fields';
import { personal } from '../personal-data/personal';
import { ALERT_EVENTS } from '../topics';
import {
  ALERT_SOURCES,
  type ALERT_STATUSES,
  PUBLISHED_RESOLUTIONS,
  RESOLUTIONS,
  SEVERITIES,
  TAG_PATTERN,
  TRANSACTION_PARTS,
} from './words';
import { officer } from '../staff/officer';

export const Severity = view('Severity', Type.Enum(SEVERITIES));
export const AlertSource = view('AlertSource', Type.Enum(ALERT_SOURCES));
export const Resolution = view('Resolution', Type.Enum(RESOLUTIONS));

export type Severity = Static<typeof Severity>;
export type AlertSource = Static<typeof AlertSource>;
export type AlertStatus = (typeof ALERT_STATUSES)[number];
export type Resolution = Static<typeof Resolution>;

export const ALERT_STREAM_PREFIX = 'alert-';
/** The stream that holds everything about one alert. */
export const alertStream = (alertId: string): string => `${ALERT_STREAM_PREFIX}${alertId}`;

const alertFact = factsOf({
  service: 'customer-risk',
  prefix: ALERT_STREAM_PREFIX,
  topic: ALERT_EVENTS,
  idField: 'alert_id',
  sealedBy: 'customer_id',
});

/** The list entry of a screening alert, and the part of the customer's data that matched it. */
export const MatchedEntry = view(
  'MatchedEntry',
  Type.Object({
    list: Type.String(),
    entry_id: Type.String(),
    topics: Type.Array(Type.String()),
    subject: Type.Enum(['customer', 'beneficial_owner', 'related_party', 'counterparty']),
    part: Type.Optional(
      Type.Enum(TRANSACTION_PARTS, {
        description:
          'the part of the transaction that names the subject, when it is not its counterparty; `subject` is ' +
          '`counterparty` then',
      }),
    ),
    subject_name: personal('identity', Type.String()),
    matched_name: personal('identity', Type.String()),
    score: Type.Number(),
  }),
);
export type MatchedEntry = Static<typeof MatchedEntry>;

/** An alert to raise. The id is derived from the cause, so that one cause raises one alert. */
export const AlertToRaise = view(
  'AlertToRaise',
  Type.Object({
    alert_id: Id,
    source: AlertSource,
    alert_type: Type.String({
      description: 'sanctions_match, pep_match, watchlist_match, or that of a monitoring rule',
    }),
    severity: Severity,
    title: personal('free_text', Type.String()),
    trigger_ref: personal(
      'reference',
      Type.String({ description: 'what triggered it: a transaction_id, or `<list>:<entry id>`' }),
    ),
    metadata: personal('finding', Metadata),
    match: Type.Optional(MatchedEntry),
    evidence: personal(
      'finding',
      Type.Record(Type.String(), Type.Unknown(), {
        title: 'AlertEvidence',
        description: 'enough to recompute the decision to raise the alert',
      }),
    ),
  }),
);
export type AlertToRaise = Static<typeof AlertToRaise>;

/** Why staff raised an alert again that was closed. */
export const Reopening = view(
  'Reopening',
  Type.Object({
    alert_id: { ...Id, description: 'the closed alert, which stays as it was decided' },
    reason: personal('free_text', Type.String()),
    ...officer,
  }),
);
export type Reopening = Static<typeof Reopening>;

const { alert_id, ...cause } = AlertToRaise.properties;

export const AlertRaised = alertFact('AlertRaised', {
  summary:
    'An alert was raised. It is the first event of its stream, and never changes: decisions are events of their own.',
  data: Type.Object({
    alert_id,
    tenant_id: Id,
    customer_id: Id,
    ...cause,
    event_id: Type.Optional(Id),
    signal_id: Type.Optional(Id),
    reopened: Type.Optional(Reopening),
    raised_at: Timestamp,
  }),
});

const decision = {
  alert_id: Id,
  tenant_id: Id,
  customer_id: Id,
  reason: personal('free_text', Type.String()),
  ...officer,
  decided_at: Timestamp,
};

export const AlertResolved = alertFact('AlertResolved', {
  summary: 'Staff closed an alert that was handled.',
  data: Type.Object({
    ...decision,
    resolution: Type.Enum(PUBLISHED_RESOLUTIONS),
    escalated: Type.Optional(
      Type.Boolean({ description: 'true: staff handed the alert on; `resolution` is `handled` then' }),
    ),
  }),
});

/** The dismissal of a screening alert is remembered: the same customer and list entry raise no alert again. */
export const AlertDismissed = alertFact('AlertDismissed', {
  summary: 'Staff closed an alert as a false positive.',
  data: Type.Object(decision),
});

export const AlertEscalated = alertFact('AlertEscalated', {
  summary: 'Staff marked an alert for a closer look. It stays active, and is no longer put off.',
  data: Type.Object(decision),
});

const handling = { alert_id: Id, tenant_id: Id, customer_id: Id, ...officer };

/** The member of staff who works on an alert. */
export const assignee = {
  assignee: nullable(Type.String(), { description: 'the name of the member of staff at that time; null: no member' }),
  assignee_id: nullable(Id, { description: 'the account of the member of staff' }),
};

export const AlertAssigned = alertFact('AlertAssigned', {
  summary: 'An alert was assigned to a member of staff, or to none.',
  data: Type.Object({ ...handling, ...assignee, assigned_at: Timestamp }),
});

export const AlertSnoozed = alertFact('AlertSnoozed', {
  summary: 'Staff put an alert off. It stays active, and is due as before.',
  data: Type.Object({
    ...handling,
    until: nullable(Timestamp, { description: 'null: it is no longer put off' }),
    reason: personal('free_text', Type.String()),
    snoozed_at: Timestamp,
  }),
});

export const AlertTagged = alertFact('AlertTagged', {
  summary: 'Staff changed the tags of an alert.',
  data: Type.Object({
    ...handling,
    tags: personal(
      'free_text',
      Type.Array(Type.String({ pattern: TAG_PATTERN }), { description: 'all tags that it has now' }),
    ),
    tagged_at: Timestamp,
  }),
});

export type AlertRaised = DataOf<typeof AlertRaised>;
export type AlertResolved = DataOf<typeof AlertResolved>;

export const ALERT_FACTS = [
  AlertRaised,
  AlertResolved,
  AlertDismissed,
  AlertEscalated,
  AlertAssigned,
  AlertSnoozed,
  AlertTagged,
] as const;
export type AlertEvent = EventOf<(typeof ALERT_FACTS)[number]>;
export type AlertDecided = Extract<AlertEvent, { type: 'AlertResolved' | 'AlertDismissed' | 'AlertEscalated' }>;
export type AlertHandled = Exclude<AlertEvent, AlertDecided | { type: 'AlertRaised' }>;
