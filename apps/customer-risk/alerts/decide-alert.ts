import type { AlertDecided, AlertResolved, Resolution } from '@probity/contracts/alerts/events';
import { invalid } from '@probity/platform/errors';
import type { AlertState } from './alert-state';
import { isSameOfficer, type Officer, officerIn } from '@probity/contracts/staff/officer';

/** A decision of an officer on an alert. */
export type AlertDecisionMade = Officer & { reason: string } & (
    { decision: 'resolved'; resolution: Resolution } | { decision: 'dismissed' } | { decision: 'escalated' }
  );

/**
 * The event of the decision; undefined when the same decision was made before.
 *
 * @throws Refusal `alert_closed`, which names the officer and the time, or `alert_escalated`
 */
export function decideAlert(state: AlertState, made: AlertDecisionMade, now: string): AlertDecided | undefined {
  if (state.decisions.some((earlier) => isSame(earlier, made))) return undefined;
  refuseUnless(state, made.decision);
  const { alert_id, tenant_id, customer_id } = state.raised;
  const data = { alert_id, tenant_id, customer_id, reason: made.reason, ...officerIn(made), decided_at: now };
  switch (made.decision) {
    case 'resolved':
      return { type: 'AlertResolved', data: { ...data, ...published(made.resolution) } };
    case 'dismissed':
      return { type: 'AlertDismissed', data };
    case 'escalated':
      return { type: 'AlertEscalated', data };
  }
}

const published = (resolution: Resolution): Pick<AlertResolved, 'resolution' | 'escalated'> =>
  resolution === 'escalated' ? { resolution: 'handled', escalated: true } : { resolution };

/** Closed alerts stay closed; only open alerts can be escalated. */
function refuseUnless({ raised, status, decisions }: AlertState, decision: AlertDecisionMade['decision']): void {
  const last = decisions.at(-1);
  if (!last) return;
  const by = `by ${last.officer} at ${last.decided_at}`;
  if (status === 'resolved' || status === 'dismissed') {
    throw invalid('alert_closed', `alert ${raised.alert_id} was ${status} ${by}; a closed alert stays closed`);
  }
  if (decision === 'escalated') {
    throw invalid('alert_escalated', `alert ${raised.alert_id} was already escalated ${by}`);
  }
}

function isSame(earlier: AlertState['decisions'][number], made: AlertDecisionMade): boolean {
  return (
    earlier.decision === made.decision &&
    isSameOfficer(earlier, made) &&
    earlier.reason === made.reason &&
    earlier.resolution === (made.decision === 'resolved' ? made.resolution : null)
  );
}
