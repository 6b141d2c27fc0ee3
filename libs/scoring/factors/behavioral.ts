import { alertFindings } from '../alert-points';
import type { Finding, ScoringInput } from '../scoring-input';
import type { ScoringModel } from '../scoring-model';
import { isKycAlert } from './identity';

/** What the customer does: alerts of monitoring rules and providers, and matches of its counterparties. */
export function behavioralFindings({ alerts, as_of }: ScoringInput, model: ScoringModel): Finding[] {
  return alertFindings(alerts.filter(isAboutConduct), as_of, model);
}

/** A match of the customer, an owner or a related party is about who they are and counts as relationship. */
export function isAboutConduct(alert: ScoringInput['alerts'][number]): boolean {
  if (alert.match) return alert.match.subject === 'counterparty';
  return !isKycAlert(alert);
}
