import type { AlertSource, AlertStatus, MatchedEntry, Resolution, Severity } from '@probity/contracts/alerts/events';
import type { Assessment } from '@probity/contracts/customers/events';
import type { CustomerProfile, KycStatus } from '@probity/contracts/customers/profile';
import type { KycFindings } from './kyc-checks';

/** The data of an alert that the score uses. Alerts that are equal in all of it are one, with their number. */
export interface ScoredAlert {
  source: AlertSource;
  severity: Severity;
  status: AlertStatus;
  /** only for a resolved alert */
  resolution?: Resolution;
  alert_type: string;
  /** only for a screening alert */
  match?: MatchedEntry;
  /** ISO date or timestamp; only the day counts */
  raised_at: string;
  /** how many alerts these are, at least 1 */
  count: number;
}

/** All data that a score depends on. With the same input and model, the score can be recomputed. */
export interface ScoringInput {
  profile: CustomerProfile;
  kyc_status: KycStatus;
  /** the day of the scoring, ISO date */
  as_of: string;
  /** the result of `checkIdentity` for that day */
  kyc: KycFindings;
  /** all alerts of the last 365 days, and every older one that is active or confirmed; in any order */
  alerts: ScoredAlert[];
  /** countries of the counterparties in the evidence of active alerts, ISO 3166-1 alpha-2; may be empty */
  counterparty_countries: string[];
}

/** The reason for points. With the factor `floor`, the points are the lowest score that the floor allows. */
export type Reason = Assessment['reasons'][number];
/** A reason without its factor. */
export type Finding = Omit<Reason, 'factor'>;
