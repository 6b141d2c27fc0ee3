import Type from 'typebox';
import { commandsOf } from '../declaration/command';
import { exampleOf } from '../declaration/example';
import { Id, nullable, Timestamp } from '../fields';
import { CUSTOMER_COMMANDS } from '../topics';
import { asSeen, reviewedAs } from '../proposals/reviewed-as';
import { assignee, Resolution } from './events';
import { AlertDecision, AlertDetail } from './views';
import { officer } from '../staff/officer';
import { MAX_TAGS, TAG_PATTERN } from './words';

const alertCommand = commandsOf(CUSTOMER_COMMANDS, 'alert_id');
const decision = {
  tenant_id: Id,
  alert_id: Id,
  reason: Type.String(),
  ...officer,
};
const closing = { ...decision, ...reviewedAs, ...asSeen };

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

export const reopenAlert = alertCommand({
  name: 'customer-risk.reopen-alert',
  summary: 'Raise a closed alert again, as a new alert that names it, and score its customer again.',
  request: Type.Object({ ...decision, ...asSeen }),
  reply: AlertDetail,
});

const handling = { tenant_id: Id, alert_id: Id, ...officer };

export const assignAlert = alertCommand({
  name: 'customer-risk.assign-alert',
  summary: 'Assign an active alert to a member of staff, or to none.',
  request: Type.Object({
    ...handling,
    ...assignee,
    if_unassigned: Type.Optional(Type.Boolean({ description: 'true: only if no other member of staff has it' })),
    if_assigned_to: Type.Optional(
      Type.String({ format: 'uuid', description: 'only if this account has it; otherwise nothing changes' }),
    ),
  }),
  reply: AlertDetail,
});

export const snoozeAlert = alertCommand({
  name: 'customer-risk.snooze-alert',
  summary: 'Put an active alert off until a time, or no longer.',
  request: Type.Object({ ...handling, until: nullable(Timestamp), reason: Type.String() }),
  reply: AlertDetail,
});

export const tagAlert = alertCommand({
  name: 'customer-risk.tag-alert',
  summary: 'Replace the tags of an alert.',
  request: Type.Object({
    ...handling,
    tags: Type.Array(Type.String({ pattern: TAG_PATTERN }), { maxItems: MAX_TAGS }),
  }),
  reply: AlertDetail,
});
