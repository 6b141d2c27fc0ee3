import Type from 'typebox';
import { command } from '../declaration/command';
import { Id } from '../fields';
import { CUSTOMER_COMMANDS } from '../topics';
import { CaseOutcome } from './events';
import { CaseDetail } from './views';

const topic = CUSTOMER_COMMANDS;
const byCase = (request: { case_id: string }): string => request.case_id;
const about = { tenant_id: Id, case_id: Id, officer: Type.String() };

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
});

export const addAlertsToCase = command({
  name: 'customer-risk.add-alerts-to-case',
  topic,
  summary: 'Add alerts of the same customer to an open case.',
  key: byCase,
  request: Type.Object({ ...about, alert_ids: Type.Array(Id), reason: Type.String() }),
  reply: CaseDetail,
});

export const addCaseNote = command({
  name: 'customer-risk.add-case-note',
  topic,
  summary: 'Add a note to an open case.',
  key: byCase,
  request: Type.Object({ ...about, note: Type.String() }),
  reply: CaseDetail,
});

export const closeCase = command({
  name: 'customer-risk.close-case',
  topic,
  summary: 'Close a case. Its alerts stay what they are.',
  key: byCase,
  request: Type.Object({ ...about, outcome: CaseOutcome, reason: Type.String() }),
  reply: CaseDetail,
  example: { reply: { status: 'closed', outcome: 'no_action' } },
});
