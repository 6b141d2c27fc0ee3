import {
  ALERT_STREAM_PREFIX,
  type AlertDecided,
  type AlertEvent,
  type AlertRaised,
  type AlertStatus,
  alertStream,
} from '@probity/contracts/alerts/events';
import { type AlertDecision, decisionOf } from '@probity/read-side/alerts/alert-decision';
import { ALERT_ROW, ALERT_TABLES, projectAlertEvents } from '@probity/read-side/alerts/alert-projection';
import type { Aggregate } from '@probity/event-store/aggregate';
import { ALERT_AUDIT } from '@probity/read-side/alerts/alert-audit';

/** The state of an alert that its decisions use. */
export interface AlertState {
  raised: AlertRaised;
  status: AlertStatus;
  /** oldest first */
  decisions: AlertDecision[];
  assignee_id: string | null;
  /** ISO 8601 */
  snoozed_until: string | null;
  /** why it was put off, or no longer */
  snooze_reason: string | null;
  tags: string[];
}

const UNTOUCHED = {
  status: 'open' as const,
  decisions: [],
  assignee_id: null,
  snoozed_until: null,
  snooze_reason: null,
  tags: [],
};

export function evolveAlert(state: AlertState | undefined, event: AlertEvent): AlertState {
  if (event.type === 'AlertRaised') return { raised: event.data, ...UNTOUCHED };
  if (!state) throw new Error(`the stream of alert ${event.data.alert_id} does not begin with AlertRaised`);
  switch (event.type) {
    case 'AlertAssigned':
      return { ...state, assignee_id: event.data.assignee_id };
    case 'AlertSnoozed':
      return { ...state, snoozed_until: event.data.until, snooze_reason: event.data.reason };
    case 'AlertTagged':
      return { ...state, tags: event.data.tags };
    case 'AlertEscalated': // a closer look does not wait
      return { ...decided(state, event), snoozed_until: null, snooze_reason: null };
    case 'AlertDismissed':
    case 'AlertResolved':
      return decided(state, event);
  }
}

function decided(state: AlertState, event: AlertDecided): AlertState {
  const decision = decisionOf(event);
  return { ...state, status: decision.decision, decisions: [...state.decisions, decision] };
}

export const ALERT: Aggregate<AlertState, AlertEvent> = {
  name: 'alert',
  kind: 'alerts',
  prefix: ALERT_STREAM_PREFIX,
  stream: alertStream,
  evolve: evolveAlert,
  tenantOf: ({ raised }) => raised.tenant_id,
  row: ALERT_ROW,
  tables: ALERT_TABLES,
  audit: ALERT_AUDIT,
  projection: projectAlertEvents,
};
