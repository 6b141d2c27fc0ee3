import { addAlertsToCase, addCaseNote, closeCase, openCase } from '../../cases/commands';
import type { CaseDetail } from '../../cases/views';
import { ALERT_ID, CASE_ID, CUSTOMER_ID, DECIDED_AT, TENANT_ID } from '../example-ids';
import { about } from './command-note';

const officer = 'j.doe';
const ofCase = { tenant_id: TENANT_ID, case_id: CASE_ID, officer };
const title = 'Possible sanctions match';
const reason = 'to find out whether it is the same person';
const note = 'asked for a copy of the birth certificate';

const OPENED: CaseDetail = {
  id: CASE_ID,
  customer_id: CUSTOMER_ID,
  title,
  status: 'open',
  outcome: null,
  alert_ids: [ALERT_ID],
  opened_by: officer,
  created_at: DECIDED_AT,
  updated_at: DECIDED_AT,
  reason,
  entries: [{ what: 'opened', text: reason, officer, at: DECIDED_AT }],
};
const goneOn = (what: string, text: string, changes: Partial<CaseDetail> = {}): CaseDetail => ({
  ...OPENED,
  ...changes,
  entries: [...OPENED.entries, { what, text, officer, at: DECIDED_AT }],
});

export const CASE_COMMAND_NOTES = [
  about(
    openCase,
    'Open an investigation of one customer, which groups alerts of its own that are in no other open case.',
    { ...ofCase, customer_id: CUSTOMER_ID, title, reason, alert_ids: [ALERT_ID] },
    OPENED,
  ),
  about(
    addAlertsToCase,
    'Add alerts of the same customer to an open case.',
    { ...ofCase, alert_ids: [ALERT_ID], reason: 'the same list entry' },
    goneOn('alerts_added', 'the same list entry'),
  ),
  about(addCaseNote, 'Add a note to an open case.', { ...ofCase, note }, goneOn('note', note)),
  about(
    closeCase,
    'Close a case. Its alerts stay what they are.',
    { ...ofCase, outcome: 'no_action', reason: 'it is somebody else' },
    goneOn('closed', 'it is somebody else', { status: 'closed', outcome: 'no_action' }),
  ),
];
