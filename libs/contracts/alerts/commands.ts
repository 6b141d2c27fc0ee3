import Type from 'typebox';
import { commandsOf } from '../declaration/command';
import { exampleOf } from '../declaration/example';
import { Id } from '../fields';
import { CUSTOMER_COMMANDS } from '../topics';
import { reviewedAs } from '../proposals/reviewed-as';
import { Resolution } from './events';
import { AlertDecision, AlertDetail } from './views';
import { officer } from '../staff/officer';

const alertCommand = commandsOf(CUSTOMER_COMMANDS, 'alert_id');
const decision = {
  tenant_id: Id,
  alert_id: Id,
  reason: Type.String(),
  ...officer,
};
const closing = { ...decision, ...reviewedAs };

const decided = (status: 'dismissed' | 'escalated'): Partial<AlertDetail> => ({
  status,
  decisions: [exampleOf(AlertDecision, { decision: status, resolution: null })],
});

export const resolveAlert = alertCommand({
  name: 'customer-risk.resolve-alert',
  summary: 'Close an alert that was handled, and score its customer again.',
  request: Type.Object({ ...closing, resolution: Resolution }),
  reply: AlertDetail,
  example: { reply: { status: 'resolved' } },
});

export const dismissAlert = alertCommand({
  name: 'customer-risk.dismiss-alert',
  summary: 'Close an alert as a false positive, and score its customer again. The same pair raises no further alert.',
  request: Type.Object(closing),
  reply: AlertDetail,
  example: { reply: decided('dismissed') },
});

export const escalateAlert = alertCommand({
  name: 'customer-risk.escalate-alert',
  summary: 'Mark an alert for a closer look. It stays active.',
  request: Type.Object(decision),
  reply: AlertDetail,
  example: { reply: decided('escalated') },
});
