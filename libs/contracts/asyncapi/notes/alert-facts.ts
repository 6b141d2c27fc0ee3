import type { AlertDismissed, AlertEscalated, AlertRaised, AlertResolved } from '../../alerts/events';
import { ALERT_ID, CUSTOMER_ID, DECIDED_AT, RAISED_AT, TENANT_ID } from '../example-ids';
import { ALERT_TO_RAISE } from './alert-example';
import { note } from './fact-note';

const ofAlert = { alert_id: ALERT_ID, tenant_id: TENANT_ID, customer_id: CUSTOMER_ID };
const by = { officer: 'j.doe', decided_at: DECIDED_AT };

export const ALERT_FACT_NOTES = {
  'customer-risk.AlertRaised': note<AlertRaised>(
    'An alert was raised. It is the first event of its stream, and never changes: decisions are events of their own.',
    ALERT_ID,
    { ...ofAlert, ...ALERT_TO_RAISE, raised_at: RAISED_AT },
  ),
  'customer-risk.AlertResolved': note<AlertResolved>('Staff closed an alert that was handled.', ALERT_ID, {
    ...ofAlert,
    ...by,
    reason: 'date of birth and passport agree',
    resolution: 'confirmed_match',
  }),
  'customer-risk.AlertDismissed': note<AlertDismissed>('Staff closed an alert as a false positive.', ALERT_ID, {
    ...ofAlert,
    ...by,
    reason: 'born in another year',
  }),
  'customer-risk.AlertEscalated': note<AlertEscalated>(
    'Staff marked an alert for a closer look. It stays active.',
    ALERT_ID,
    { ...ofAlert, ...by, reason: 'the date of birth on the list is unsure' },
  ),
};
