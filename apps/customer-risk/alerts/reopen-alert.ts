import type { AlertToRaise, Reopening } from '@probity/contracts/alerts/events';
import { isSameOfficer } from '@probity/contracts/staff/officer';
import { invalid } from '@probity/platform/errors';
import { derivedId } from '@probity/platform/ids';
import type { AlertState } from './alert-state';

/** The id of the alert that reopens another one. So a closed alert is reopened once; later, its successor is. */
export const reopenedAlertId = (alertId: string): string => derivedId(alertId, 'reopened');

/**
 * The alert that reopens a closed one: it says the same, with the same evidence, and names the closed one for institutions.
 *
 * @throws Refusal `alert_active`
 */
export function alertToReopen({ raised, status }: AlertState): AlertToRaise {
  const { alert_id, source, alert_type, severity, title, trigger_ref, metadata, match, evidence } = raised;
  if (status === 'open' || status === 'escalated') {
    throw invalid('alert_active', `alert ${alert_id} is ${status}; only a closed alert can be reopened`);
  }
  return {
    alert_id: reopenedAlertId(alert_id),
    source,
    alert_type,
    severity,
    title,
    trigger_ref,
    metadata: { ...metadata, reopens: alert_id },
    ...(match && { match }),
    evidence,
  };
}

/** @throws Refusal `alert_reopened` unless the alert was raised by the same request before */
export function refuseOtherReopening({ raised }: AlertState, { alert_id, ...wanted }: Reopening): void {
  const { reopened, raised_at } = raised;
  if (reopened && reopened.reason === wanted.reason && isSameOfficer(reopened, wanted)) return;
  const by = reopened ? ` by ${reopened.officer}` : '';
  throw invalid(
    'alert_reopened',
    `alert ${alert_id} was reopened${by} at ${raised_at} as alert ${raised.alert_id}; decide that one`,
  );
}
