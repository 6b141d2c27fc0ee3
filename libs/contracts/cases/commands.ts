import Type from 'typebox';
import { commandsOf } from '../declaration/command';
import { Id } from '../fields';
import { CUSTOMER_COMMANDS } from '../topics';
import { CaseOutcome } from './events';
import { CaseDetail } from './views';
import { officer } from '../staff/officer';

const caseCommand = commandsOf(CUSTOMER_COMMANDS, 'case_id');
const about = { tenant_id: Id, case_id: Id, ...officer };

export const openCase = caseCommand({
  name: 'customer-risk.open-case',
  summary: 'Open an investigation of one customer. It groups alerts of this customer that are in no other open case.',
  request: Type.Object({
    ...about,
    customer_id: Id,
    title: Type.String(),
    reason: Type.String(),
    alert_ids: Type.Array(Id),
  }),
  reply: CaseDetail,
});

export const addAlertsToCase = caseCommand({
  name: 'customer-risk.add-alerts-to-case',
  summary: 'Add alerts of the same customer to an open case.',
  request: Type.Object({ ...about, alert_ids: Type.Array(Id), reason: Type.String() }),
  reply: CaseDetail,
});

export const addCaseNote = caseCommand({
  name: 'customer-risk.add-case-note',
  summary: 'Add a note to an open case.',
  request: Type.Object({ ...about, note: Type.String() }),
  reply: CaseDetail,
});

export const closeCase = caseCommand({
  name: 'customer-risk.close-case',
  summary: 'Close a case. The status of its alerts does not change.',
  request: Type.Object({ ...about, outcome: CaseOutcome, reason: Type.String() }),
  reply: CaseDetail,
  example: { reply: { status: 'closed', outcome: 'no_action' } },
});
