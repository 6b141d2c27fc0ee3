import Type from 'typebox';
import { command } from '../declaration/command';
import { Id } from '../fields';
import { CUSTOMER_COMMANDS } from '../topics';
import { RESOLUTIONS } from './events';
import { AlertDetail } from './views';

const topic = CUSTOMER_COMMANDS;
const byAlert = (request: { alert_id: string }): string => request.alert_id;
const decision = {
  tenant_id: Id,
  alert_id: Id,
  reason: Type.String(),
  officer: Type.String({ description: 'who decides' }),
};

/** Closes an alert that was handled; scores its customer again. */
export const resolveAlert = command({
  name: 'customer-risk.resolve-alert',
  topic,
  key: byAlert,
  request: Type.Object({ ...decision, resolution: Type.Enum(RESOLUTIONS) }),
  reply: AlertDetail,
});

/** Closes an alert as a false positive; scores its customer again. */
export const dismissAlert = command({
  name: 'customer-risk.dismiss-alert',
  topic,
  key: byAlert,
  request: Type.Object(decision),
  reply: AlertDetail,
});

/** Marks an alert for a closer look; it stays active. */
export const escalateAlert = command({
  name: 'customer-risk.escalate-alert',
  topic,
  key: byAlert,
  request: Type.Object(decision),
  reply: AlertDetail,
});
