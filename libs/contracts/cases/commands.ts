import Type from 'typebox';
import { command } from '../declaration/command';
import { Id } from '../fields';
import { CUSTOMER_COMMANDS } from '../topics';
import { CASE_OUTCOMES } from './events';
import { CaseDetail } from './views';

const topic = CUSTOMER_COMMANDS;
const byCase = (request: { case_id: string }): string => request.case_id;
const about = { tenant_id: Id, case_id: Id, officer: Type.String() };

/** Opens an investigation of one customer; the alerts must be its own and in no other open case. */
export const openCase = command({
  name: 'customer-risk.open-case',
  topic,
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
  key: byCase,
  request: Type.Object({ ...about, alert_ids: Type.Array(Id), reason: Type.String() }),
  reply: CaseDetail,
});

export const addCaseNote = command({
  name: 'customer-risk.add-case-note',
  topic,
  key: byCase,
  request: Type.Object({ ...about, note: Type.String() }),
  reply: CaseDetail,
});

export const closeCase = command({
  name: 'customer-risk.close-case',
  topic,
  key: byCase,
  request: Type.Object({ ...about, outcome: Type.Enum(CASE_OUTCOMES), reason: Type.String() }),
  reply: CaseDetail,
});
