import Type from 'typebox';
import { command } from '../declaration/command';
import { ALERT_ID, CASE_ID, CUSTOMER_ID, DECIDED_AT, TENANT_ID } from '../example-ids';
import { Id } from '../fields';
import { CUSTOMER_COMMANDS } from '../topics';
import { CaseOutcome } from './events';
import { CaseDetail } from './views';

const topic = CUSTOMER_COMMANDS;
const byCase = (request: { case_id: string }): string => request.case_id;
const about = { tenant_id: Id, case_id: Id, officer: Type.String() };

const officer = 'j.doe';
const exampleCase = { tenant_id: TENANT_ID, case_id: CASE_ID, officer };
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

export const openCase = command({
  name: 'customer-risk.open-case',
  topic,
  summary: 'Open an investigation of one customer, which groups alerts of its own that are in no other open case.',
  key: byCase,
  request: Type.Object({
    ...about,
    customer_id: Id,
    title: Type.String(),
    reason: Type.String(),
    alert_ids: Type.Array(Id),
  }),
  reply: CaseDetail,
  example: {
    request: { ...exampleCase, customer_id: CUSTOMER_ID, title, reason, alert_ids: [ALERT_ID] },
    reply: OPENED,
  },
});

export const addAlertsToCase = command({
  name: 'customer-risk.add-alerts-to-case',
  topic,
  summary: 'Add alerts of the same customer to an open case.',
  key: byCase,
  request: Type.Object({ ...about, alert_ids: Type.Array(Id), reason: Type.String() }),
  reply: CaseDetail,
  example: {
    request: { ...exampleCase, alert_ids: [ALERT_ID], reason: 'the same list entry' },
    reply: goneOn('alerts_added', 'the same list entry'),
  },
});

export const addCaseNote = command({
  name: 'customer-risk.add-case-note',
  topic,
  summary: 'Add a note to an open case.',
  key: byCase,
  request: Type.Object({ ...about, note: Type.String() }),
  reply: CaseDetail,
  example: { request: { ...exampleCase, note }, reply: goneOn('note', note) },
});

export const closeCase = command({
  name: 'customer-risk.close-case',
  topic,
  summary: 'Close a case. Its alerts stay what they are.',
  key: byCase,
  request: Type.Object({ ...about, outcome: CaseOutcome, reason: Type.String() }),
  reply: CaseDetail,
  example: {
    request: { ...exampleCase, outcome: 'no_action', reason: 'it is somebody else' },
    reply: goneOn('closed', 'it is somebody else', { status: 'closed', outcome: 'no_action' }),
  },
});
