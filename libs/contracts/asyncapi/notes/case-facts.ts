import type { AlertsAddedToCase, CaseClosed, CaseNoteAdded, CaseOpened } from '../../cases/events';
import { ALERT_ID, CASE_ID, CUSTOMER_ID, DECIDED_AT, TENANT_ID } from '../example-ids';
import { note } from './fact-note';

const ofCase = { case_id: CASE_ID, tenant_id: TENANT_ID, customer_id: CUSTOMER_ID, officer: 'j.doe' };

export const CASE_FACT_NOTES = {
  'customer-risk.CaseOpened': note<CaseOpened>(
    'Staff opened an investigation of a customer. It is the first event of its stream.',
    CASE_ID,
    {
      ...ofCase,
      title: 'Possible sanctions match',
      reason: 'to find out whether it is the same person',
      alert_ids: [ALERT_ID],
      opened_at: DECIDED_AT,
    },
  ),
  'customer-risk.AlertsAddedToCase': note<AlertsAddedToCase>('Staff added alerts to a case.', CASE_ID, {
    ...ofCase,
    alert_ids: [ALERT_ID],
    reason: 'the same list entry',
    added_at: DECIDED_AT,
  }),
  'customer-risk.CaseNoteAdded': note<CaseNoteAdded>('Staff added a note to a case.', CASE_ID, {
    ...ofCase,
    note: 'asked for a copy of the birth certificate',
    added_at: DECIDED_AT,
  }),
  'customer-risk.CaseClosed': note<CaseClosed>('Staff closed a case. Its alerts stay what they are.', CASE_ID, {
    ...ofCase,
    outcome: 'no_action',
    reason: 'it is somebody else',
    closed_at: DECIDED_AT,
  }),
};
