import type { MatchedEntry } from '../../alerts/events';
import type { AlertDetail } from '../../alerts/views';
import type { AlertToRaise } from '../../customers/commands';
import { ALERT_ID, CUSTOMER_ID, RAISED_AT } from '../example-ids';

const MATCH: MatchedEntry = {
  list: 'ofac-sdn',
  entry_id: '99001',
  topics: ['sanction'],
  subject: 'customer',
  subject_name: 'Amira Haddad',
  matched_name: 'HADDAD, Amira',
  score: 0.91,
};

/** The alert that the examples are about: a possible match with an entry of a list. */
export const ALERT_TO_RAISE = {
  alert_id: ALERT_ID,
  source: 'screening',
  alert_type: 'sanctions_match',
  severity: 'critical',
  title: 'Possible sanctions match: customer "Amira Haddad" is like "HADDAD, Amira" on ofac-sdn',
  trigger_ref: 'ofac-sdn:99001',
  metadata: { source: 'native', ...MATCH },
  match: MATCH,
  evidence: { list_version: 3, threshold: 0.7, score: 0.91, features: { name: 0.91 } },
} satisfies AlertToRaise;

/** The same as it is answered. */
export const EXAMPLE_ALERT: AlertDetail = {
  id: ALERT_ID,
  customer_id: CUSTOMER_ID,
  alert_type: ALERT_TO_RAISE.alert_type,
  severity: ALERT_TO_RAISE.severity,
  title: ALERT_TO_RAISE.title,
  trigger_ref: ALERT_TO_RAISE.trigger_ref,
  metadata: ALERT_TO_RAISE.metadata,
  source: ALERT_TO_RAISE.source,
  status: 'open',
  case_id: null,
  created_at: RAISED_AT,
  updated_at: RAISED_AT,
  event_id: null,
  match: MATCH,
  evidence: ALERT_TO_RAISE.evidence,
  decisions: [],
};
