import Type, { type Static } from 'typebox';
import { ALERT_ID, CUSTOMER_ID, RAISED_AT } from '../example-ids';
import { view } from '../declaration/view';
import { Id, Metadata, nullable, Timestamp } from '../fields';
import { ALERT_SOURCES, ALERT_STATUSES, SEVERITIES } from './words';

const EXAMPLE = {
  id: ALERT_ID,
  customer_id: CUSTOMER_ID,
  alert_type: 'sanctions_match',
  severity: 'critical',
  title: 'Possible sanctions match: customer "Amira Haddad" is like "HADDAD, Amira" on ofac-sdn',
  trigger_ref: 'ofac-sdn:99001',
  metadata: { source: 'native', list: 'ofac-sdn', entry_id: '99001' },
  source: 'screening',
  status: 'open',
  case_id: null,
  created_at: RAISED_AT,
  updated_at: RAISED_AT,
} as const;

export const AlertView = view(
  'Alert',
  Type.Object({
    id: Id,
    customer_id: Id,
    alert_type: Type.String({
      description: 'sanctions_match, pep_match, watchlist_match, or the alert_type of a monitoring rule',
    }),
    severity: Type.Enum(SEVERITIES),
    title: Type.String(),
    trigger_ref: Type.String({ description: 'a transaction_id, or `<list>:<entry id>`' }),
    metadata: Metadata,
    source: Type.Enum(ALERT_SOURCES),
    status: Type.Enum(ALERT_STATUSES, { description: 'open and escalated alerts are active' }),
    case_id: nullable(Id, { description: 'the investigation that it belongs to' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  { description: 'An alert as institutions see it, with what happened to it since.', example: EXAMPLE },
);

const AlertDecision = view(
  'AlertDecision',
  Type.Object({
    decision: Type.Enum(['resolved', 'dismissed', 'escalated']),
    resolution: nullable(Type.String()),
    reason: Type.String(),
    officer: Type.String(),
    decided_at: Timestamp,
  }),
);

export const AlertDetail = view(
  'AlertDetail',
  Type.Object({
    ...AlertView.properties,
    event_id: nullable(Id, { description: 'the event that led to it' }),
    match: nullable(Metadata, { description: 'the entry of a list that it is about' }),
    evidence: Metadata,
    decisions: Type.Array(AlertDecision),
  }),
  {
    description: 'An alert for staff, with its evidence and its decisions.',
    example: { ...EXAMPLE, event_id: null, match: null, evidence: { list_version: 3, score: 0.91 }, decisions: [] },
  },
);

export type AlertView = Static<typeof AlertView>;
export type AlertDetail = Static<typeof AlertDetail>;
