import type { CustomerProfile, KycStatus } from '@probity/contracts/customers/profile';
import { checkIdentity } from '@probity/scoring/kyc-checks';
import type { ScoringInput } from '@probity/scoring/scoring-input';
import type { ScoredAlert } from '../alerts/alert-queries';

const DAY_MS = 86_400_000;
const SCORED_DAYS = 365;

/** All alerts since this time count for a score. */
export const scoredSince = (now: Date): Date => new Date(now.getTime() - SCORED_DAYS * DAY_MS);

/** The complete input of a customer's score on the day (UTC) of `now`. */
export function scoringInput(
  profile: CustomerProfile,
  kyc_status: KycStatus,
  alerts: ScoredAlert[],
  now: Date,
): ScoringInput {
  const as_of = now.toISOString().slice(0, 10);
  const countries = alerts.flatMap(({ counterparty_country }) => counterparty_country ?? []);
  return {
    profile,
    kyc_status,
    as_of,
    kyc: checkIdentity(profile, as_of),
    alerts: alerts.map(({ resolution, match, raised_at, source, severity, status, alert_type, count }) => ({
      source,
      severity,
      status,
      alert_type,
      raised_at,
      count,
      ...(resolution && { resolution }),
      ...(match && { match }),
    })),
    counterparty_countries: [...new Set(countries)].sort(),
  };
}
