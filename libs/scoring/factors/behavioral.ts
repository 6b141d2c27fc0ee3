import { alertFindings } from '../alert-points';
import type { Finding, ScoringInput } from '../scoring-input';
import type { ScoringModel } from '../scoring-model';
import { isKycAlert } from './identity';

/** Findings about the conduct of the customer: alerts of monitoring rules and providers, and counterparty matches. */
export function behavioralFindings({ alerts, as_of }: ScoringInput, model: ScoringModel): Finding[] {
  return alertFindings(alerts.filter(isAboutConduct), as_of, model);
}

/** Returns false for matches of the customer, an owner or a related party: they count in the factor relationship. */
export function isAboutConduct(alert: ScoringInput['alerts'][number]): boolean {
  if (alert.match) return alert.match.subject === 'counterparty';
  return !isKycAlert(alert);
}
