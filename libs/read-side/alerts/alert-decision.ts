import type { AlertEvent } from '@probity/contracts/alerts/events';
import type { AlertDetail } from '@probity/contracts/alerts/views';

export type AlertDecision = AlertDetail['decisions'][number];
export type AlertDecided = Exclude<AlertEvent, { type: 'AlertRaised' }>;

const DECISIONS = { AlertResolved: 'resolved', AlertDismissed: 'dismissed', AlertEscalated: 'escalated' } as const;

/** The decision that an event records. The alert then has the status of the same name. */
export function decisionOf({ type, data }: AlertDecided): AlertDecision {
  const { reason, officer, decided_at } = data;
  const resolution = type === 'AlertResolved' ? data.resolution : null;
  return { decision: DECISIONS[type], resolution, reason, officer, decided_at };
}
