import Type, { type Static } from 'typebox';
import { Id, Metadata, Timestamp } from '../fields';

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What raised an alert. */
export const ALERT_SOURCES = ['screening', 'monitoring', 'kyc', 'plugin'] as const;
export type AlertSource = (typeof ALERT_SOURCES)[number];

/** `open` and `escalated` alerts are active; `resolved` and `dismissed` ones are closed for good. */
export const ALERT_STATUSES = ['open', 'escalated', 'resolved', 'dismissed'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/**
 * How an alert was resolved. `confirmed_match`: the customer (or its owner, related party or
 * counterparty) is the listed one; on a sanctions hit about the customer itself that makes it sanctioned.
 */
export const RESOLUTIONS = ['handled', 'reported', 'confirmed_match'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const ALERT_STREAM_PREFIX = 'alert-';
/** The stream that holds everything about one alert. */
export const alertStream = (alertId: string): string => `${ALERT_STREAM_PREFIX}${alertId}`;

/** Which entry of which list a screening alert is about, and what about the customer matched it. */
export const MatchedEntry = Type.Object({
  list: Type.String(),
  entry_id: Type.String(),
  topics: Type.Array(Type.String()),
  subject: Type.Enum(['customer', 'beneficial_owner', 'related_party', 'counterparty']),
  subject_name: Type.String(),
  matched_name: Type.String(),
  score: Type.Number(),
});
export type MatchedEntry = Static<typeof MatchedEntry>;

export const AlertRaised = Type.Object({
  alert_id: Id,
  tenant_id: Id,
  customer_id: Id,
  source: Type.Enum(ALERT_SOURCES),
  alert_type: Type.String({ description: 'sanctions_match, pep_match, watchlist_match, or that of a monitoring rule' }),
  severity: Type.Enum(SEVERITIES),
  title: Type.String(),
  trigger_ref: Type.String({ description: 'what set it off: a transaction_id, or `<list>:<entry id>`' }),
  metadata: Metadata,
  match: Type.Optional(MatchedEntry),
  evidence: Type.Record(Type.String(), Type.Unknown(), { description: 'enough to decide again what was decided' }),
  event_id: Type.Optional(Id),
  raised_at: Timestamp,
});

const decision = {
  alert_id: Id,
  tenant_id: Id,
  customer_id: Id,
  reason: Type.String(),
  officer: Type.String({ description: 'who decided' }),
  decided_at: Timestamp,
};
export const AlertResolved = Type.Object({ ...decision, resolution: Type.Enum(RESOLUTIONS) });
/** A false positive. For a screening alert it is remembered: the same pair raises no alert again. */
export const AlertDismissed = Type.Object(decision);
export const AlertEscalated = Type.Object(decision);

export type AlertRaised = Static<typeof AlertRaised>;
export type AlertResolved = Static<typeof AlertResolved>;
export type AlertDismissed = Static<typeof AlertDismissed>;
export type AlertEscalated = Static<typeof AlertEscalated>;

export type AlertEvent =
  | { type: 'AlertRaised'; data: AlertRaised }
  | { type: 'AlertResolved'; data: AlertResolved }
  | { type: 'AlertDismissed'; data: AlertDismissed }
  | { type: 'AlertEscalated'; data: AlertEscalated };
