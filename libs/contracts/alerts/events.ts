import Type, { type Static } from 'typebox';
import { type DataOf, type EventOf, factsOf } from '../declaration/fact';
import { view } from '../declaration/view';
import { ALERT_ID, CUSTOMER_ID, DECIDED_AT, RAISED_AT, TENANT_ID } from '../example-ids';
import { Id, Metadata, Timestamp } from '../fields';
import { ALERT_EVENTS } from '../topics';
import { ALERT_SOURCES, type ALERT_STATUSES, RESOLUTIONS, SEVERITIES } from './words';

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

const alertFact = factsOf({ service: 'customer-risk', prefix: ALERT_STREAM_PREFIX, topic: ALERT_EVENTS });

/** Which entry of which list a screening alert is about, and what about the customer matched it. */
export const MatchedEntry = view(
  'MatchedEntry',
  Type.Object({
    list: Type.String(),
    entry_id: Type.String(),
    topics: Type.Array(Type.String()),
    subject: Type.Enum(['customer', 'beneficial_owner', 'related_party', 'counterparty']),
    subject_name: Type.String(),
    matched_name: Type.String(),
    score: Type.Number(),
  }),
);
export type MatchedEntry = Static<typeof MatchedEntry>;

/** An alert that there is cause for. The id follows from the cause, so that the same one is raised once. */
export const AlertToRaise = view(
  'AlertToRaise',
  Type.Object({
    alert_id: Id,
    source: AlertSource,
    alert_type: Type.String({
      description: 'sanctions_match, pep_match, watchlist_match, or that of a monitoring rule',
    }),
    severity: Severity,
    title: Type.String(),
    trigger_ref: Type.String({ description: 'what set it off: a transaction_id, or `<list>:<entry id>`' }),
    metadata: Metadata,
    match: Type.Optional(MatchedEntry),
    evidence: Type.Record(Type.String(), Type.Unknown(), {
      title: 'AlertEvidence',
      description: 'enough to decide again what was decided',
    }),
  }),
);
export type AlertToRaise = Static<typeof AlertToRaise>;

export const EXAMPLE_MATCH: MatchedEntry = {
  list: 'ofac-sdn',
  entry_id: '99001',
  topics: ['sanction'],
  subject: 'customer',
  subject_name: 'Amira Haddad',
  matched_name: 'HADDAD, Amira',
  score: 0.91,
};

/** The alert that the examples are about: a possible match with an entry of a list. */
export const EXAMPLE_ALERT_TO_RAISE = {
  alert_id: ALERT_ID,
  source: 'screening',
  alert_type: 'sanctions_match',
  severity: 'critical',
  title: 'Possible sanctions match: customer "Amira Haddad" is like "HADDAD, Amira" on ofac-sdn',
  trigger_ref: 'ofac-sdn:99001',
  metadata: { source: 'native', ...EXAMPLE_MATCH },
  match: EXAMPLE_MATCH,
  evidence: { list_version: 3, threshold: 0.7, score: 0.91, features: { name: 0.91 } },
} satisfies AlertToRaise;

const { alert_id, ...cause } = AlertToRaise.properties;
const exampleAlert = { alert_id: ALERT_ID, tenant_id: TENANT_ID, customer_id: CUSTOMER_ID };

export const AlertRaised = alertFact('AlertRaised', {
  summary:
    'An alert was raised. It is the first event of its stream, and never changes: decisions are events of their own.',
  data: Type.Object({
    alert_id,
    tenant_id: Id,
    customer_id: Id,
    ...cause,
    event_id: Type.Optional(Id),
    raised_at: Timestamp,
  }),
  example: { ...exampleAlert, ...EXAMPLE_ALERT_TO_RAISE, raised_at: RAISED_AT },
  exampleId: ALERT_ID,
});

const decision = {
  alert_id: Id,
  tenant_id: Id,
  customer_id: Id,
  reason: Type.String(),
  officer: Type.String({ description: 'who decided' }),
  decided_at: Timestamp,
};
const exampleDecision = { ...exampleAlert, officer: 'j.doe', decided_at: DECIDED_AT };

export const AlertResolved = alertFact('AlertResolved', {
  summary: 'Staff closed an alert that was handled.',
  data: Type.Object({ ...decision, resolution: Resolution }),
  example: { ...exampleDecision, reason: 'date of birth and passport agree', resolution: 'confirmed_match' },
  exampleId: ALERT_ID,
});

/** For a screening alert it is remembered: the same pair raises no alert again. */
export const AlertDismissed = alertFact('AlertDismissed', {
  summary: 'Staff closed an alert as a false positive.',
  data: Type.Object(decision),
  example: { ...exampleDecision, reason: 'born in another year' },
  exampleId: ALERT_ID,
});

export const AlertEscalated = alertFact('AlertEscalated', {
  summary: 'Staff marked an alert for a closer look. It stays active.',
  data: Type.Object(decision),
  example: { ...exampleDecision, reason: 'the date of birth on the list is unsure' },
  exampleId: ALERT_ID,
});

export type AlertRaised = DataOf<typeof AlertRaised>;
export type AlertResolved = DataOf<typeof AlertResolved>;
export type AlertDismissed = DataOf<typeof AlertDismissed>;
export type AlertEscalated = DataOf<typeof AlertEscalated>;

export const ALERT_FACTS = [AlertRaised, AlertResolved, AlertDismissed, AlertEscalated] as const;
export type AlertEvent = EventOf<(typeof ALERT_FACTS)[number]>;
