import Type from 'typebox';
import { command } from '../declaration/command';
import { ALERT_ID, CUSTOMER_ID, DECIDED_AT, RAISED_AT, TENANT_ID } from '../example-ids';
import { Id } from '../fields';
import { CUSTOMER_COMMANDS } from '../topics';
import { EXAMPLE_ALERT_TO_RAISE, Resolution } from './events';
import { AlertDetail } from './views';

const topic = CUSTOMER_COMMANDS;
const byAlert = (request: { alert_id: string }): string => request.alert_id;
const decision = {
  tenant_id: Id,
  alert_id: Id,
  reason: Type.String(),
  officer: Type.String({ description: 'who decides' }),
};

const { alert_id: id, ...cause } = EXAMPLE_ALERT_TO_RAISE;
const EXAMPLE_ALERT: AlertDetail = {
  id,
  customer_id: CUSTOMER_ID,
  ...cause,
  status: 'open',
  case_id: null,
  created_at: RAISED_AT,
  updated_at: RAISED_AT,
  event_id: null,
  decisions: [],
};

const officer = 'j.doe';
const exampleDecision = { tenant_id: TENANT_ID, alert_id: ALERT_ID, officer };
const decided = (
  status: AlertDetail['decisions'][number]['decision'],
  reason: string,
  resolution: Resolution | null = null,
): AlertDetail => ({
  ...EXAMPLE_ALERT,
  status,
  updated_at: DECIDED_AT,
  decisions: [{ decision: status, resolution, reason, officer, decided_at: DECIDED_AT }],
});

const SAME_PERSON = 'date of birth and passport agree';
const ANOTHER_PERSON = 'born in another year';
const UNCLEAR = 'the date of birth on the list is unsure';

export const resolveAlert = command({
  name: 'customer-risk.resolve-alert',
  topic,
  summary: 'Close an alert that was handled, and score its customer again.',
  key: byAlert,
  request: Type.Object({ ...decision, resolution: Resolution }),
  reply: AlertDetail,
  example: {
    request: { ...exampleDecision, reason: SAME_PERSON, resolution: 'confirmed_match' },
    reply: decided('resolved', SAME_PERSON, 'confirmed_match'),
  },
});

export const dismissAlert = command({
  name: 'customer-risk.dismiss-alert',
  topic,
  summary: 'Close an alert as a false positive, and score its customer again. The same pair raises no alert any more.',
  key: byAlert,
  request: Type.Object(decision),
  reply: AlertDetail,
  example: {
    request: { ...exampleDecision, reason: ANOTHER_PERSON },
    reply: decided('dismissed', ANOTHER_PERSON),
  },
});

export const escalateAlert = command({
  name: 'customer-risk.escalate-alert',
  topic,
  summary: 'Mark an alert for a closer look. It stays active.',
  key: byAlert,
  request: Type.Object(decision),
  reply: AlertDetail,
  example: { request: { ...exampleDecision, reason: UNCLEAR }, reply: decided('escalated', UNCLEAR) },
});
