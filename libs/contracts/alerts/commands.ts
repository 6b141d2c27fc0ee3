import Type from 'typebox';
import { command } from '../declaration/command';
import { exampleOf } from '../declaration/example';
import { Id } from '../fields';
import { CUSTOMER_COMMANDS } from '../topics';
import { Resolution } from './events';
import { AlertDecision, AlertDetail } from './views';

const topic = CUSTOMER_COMMANDS;
const byAlert = (request: { alert_id: string }): string => request.alert_id;
const decision = {
  tenant_id: Id,
  alert_id: Id,
  reason: Type.String(),
  officer: Type.String({ description: 'who decides' }),
};

const decided = (status: 'dismissed' | 'escalated'): Partial<AlertDetail> => ({
  status,
  decisions: [exampleOf(AlertDecision, { decision: status, resolution: null })],
});

export const resolveAlert = command({
  name: 'customer-risk.resolve-alert',
  topic,
  summary: 'Close an alert that was handled, and score its customer again.',
  key: byAlert,
  request: Type.Object({ ...decision, resolution: Resolution }),
  reply: AlertDetail,
  example: { reply: { status: 'resolved' } },
});

export const dismissAlert = command({
  name: 'customer-risk.dismiss-alert',
  topic,
  summary: 'Close an alert as a false positive, and score its customer again. The same pair raises no alert any more.',
  key: byAlert,
  request: Type.Object(decision),
  reply: AlertDetail,
  example: { reply: decided('dismissed') },
});

export const escalateAlert = command({
  name: 'customer-risk.escalate-alert',
  topic,
  summary: 'Mark an alert for a closer look. It stays active.',
  key: byAlert,
  request: Type.Object(decision),
  reply: AlertDetail,
  example: { reply: decided('escalated') },
});
