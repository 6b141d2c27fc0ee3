import type { AlertDecided, AlertEvent, AlertResolved, Resolution } from '@probity/contracts/alerts/events';
import type { AlertDetail } from '@probity/contracts/alerts/views';
import { officerIn } from '@probity/contracts/staff/officer';

export type AlertDecision = AlertDetail['decisions'][number];

const DECISIONS = { AlertResolved: 'resolved', AlertDismissed: 'dismissed', AlertEscalated: 'escalated' } as const;

export const isDecided = <Event extends AlertEvent>(event: Event): event is Event & AlertDecided =>
  Object.hasOwn(DECISIONS, event.type);

/** The decision that an event records. The alert then has the status of the same name. */
export function decisionOf({ type, data }: AlertDecided): AlertDecision {
  const { reason, decided_at } = data;
  const resolution = type === 'AlertResolved' ? resolutionOf(data) : null;
  return { decision: DECISIONS[type], resolution, reason, ...officerIn(data), decided_at };
}

const resolutionOf = ({ resolution, escalated = false }: AlertResolved): Resolution =>
  escalated ? 'escalated' : resolution;
