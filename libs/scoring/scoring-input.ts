import type { AlertSource, AlertStatus, MatchedEntry, Resolution, Severity } from '@probity/contracts/alerts/events';
import type { Assessment } from '@probity/contracts/customers/events';
import type { CustomerProfile, KycStatus } from '@probity/contracts/customers/profile';
import type { KycFindings } from './kyc-checks';

/** What the score knows of an alert. */
export interface ScoredAlert {
  source: AlertSource;
  severity: Severity;
  status: AlertStatus;
  /** of a resolved alert */
  resolution?: Resolution;
  alert_type: string;
  /** of a screening alert */
  match?: MatchedEntry;
  /** ISO date or timestamp */
  raised_at: string;
}

/** Everything that a score depends on, so that it can be computed again. */
export interface ScoringInput {
  profile: CustomerProfile;
  kyc_status: KycStatus;
  /** the day of the scoring, ISO date */
  as_of: string;
  /** what `checkIdentity` found on that day */
  kyc: KycFindings;
  /** all alerts of the last 365 days, and every older one that is active or confirmed; in any order */
  alerts: ScoredAlert[];
  /** of the counterparties in the evidence of active alerts, ISO 3166-1 alpha-2; may be empty */
  counterparty_countries: string[];
}

/** Why points were given; the factor `floor` gives no points but says the least score. */
export type Reason = Assessment['reasons'][number];
/** A reason before its factor is known. */
export type Finding = Omit<Reason, 'factor'>;
