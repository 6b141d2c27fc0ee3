import type { Severity } from '@probity/contracts/alerts/events';
import type { ListTopic } from '@probity/contracts/alerts/match-kind';
import type { CustomerProfile, KycStatus } from '@probity/contracts/customers/profile';

/** The customer that a call is about. */
export interface StageCustomer {
  id: string;
  profile: CustomerProfile;
  kyc_status: KycStatus;
}

/** Asks a provider for the state of an identity verification. */
export interface KycRequest {
  customer: StageCustomer;
}

/** A person, company, vessel or aircraft to compare with lists. */
export interface ScreeningSubjectRequest {
  /** customer, beneficial_owner, related_party or counterparty; vessels and aircraft of a transaction are counterparties */
  role: 'customer' | 'beneficial_owner' | 'related_party' | 'counterparty';
  /** `unknown`: a person or a company */
  kind: 'person' | 'company' | 'vessel' | 'aircraft' | 'unknown';
  /** of an aircraft, its tail number */
  name: string;
  /** ISO date, or a year, or a year and month */
  birth_date?: string;
  /** ISO 3166-1 alpha-2 */
  countries: string[];
  /** of a vessel: `imo number`, `mmsi`, `call sign`; of an aircraft: `aircraft tail number`, `aircraft serial number` */
  identifiers: { type?: string; value: string; country?: string }[];
}

/**
 * The customer of a screening. A plugin that sends `kyc_provider_ref` or, if there is none, the first of
 * `account_refs`, gets it back in webhooks, and there Probity finds the customer by it: see `ProviderSignal`.
 */
export interface ScreenedCustomer extends Pick<CustomerProfile, 'account_refs' | 'kyc_provider_ref'> {
  /** Probity's id: the same after the institution changes the references; no webhook is matched by it */
  id: string;
}

/** Asks a provider to screen the customer of an onboarding, or the counterparty of a transaction. */
export interface ScreeningRequest {
  customer: ScreenedCustomer;
  subjects: ScreeningSubjectRequest[];
  /** score from 0.5 to 1 from which a match is an alert, as the tenant set it */
  threshold: number;
}

/** Asks a provider for its decision on an event. */
export interface MonitoringRequest {
  customer: StageCustomer;
  event: {
    id: string;
    type: 'transaction' | 'onboarding';
    /** ISO 8601, UTC */
    occurred_at: string;
    /** as accepted: amounts are decimal strings */
    payload: Record<string, unknown>;
  };
}

/** An alert that a provider's response or webhook gives reason for. */
export interface ProviderAlert<Match extends ReportedMatch = ProviderMatch> {
  /**
   * Identifies the reason among the provider's findings about this customer: the same key raises no second alert.
   * For a match: the list entry and the subject's name. For a decision: the id of the decision or the event.
   */
  key: string;
  alert_type: string;
  severity: Severity;
  /** one sentence for an officer */
  title: string;
  /** set for a match with a list */
  match?: Match;
}

/** A match that a webhook reports. */
export interface ReportedMatch {
  /** the provider's name of the list or data set */
  list: string;
  entry_id: string;
  /**
   * Why the entry is on the list; at least one. They decide the type and the severity of the alert, so the plugin
   * translates the provider's words. A word that it does not know is a failure, or the most serious topic that the
   * word may mean, never `other`.
   */
  topics: ListTopic[];
  /**
   * Left out if the webhook does not say it. Then Probity compares `subject_name` with the names of the customer, its
   * beneficial owners and its related parties when it applies the signal, and takes the customer if none is the same.
   * It completes the key of the alert, so that the same match has the same key as in the screening stage.
   */
  subject?: ScreeningSubjectRequest['role'];
  /** as Probity sent it */
  subject_name: string;
  matched_name: string;
  /** 0 to 1 */
  score: number;
}

/** A match that a call found: the request has the role of each subject. */
export interface ProviderMatch extends ReportedMatch {
  subject: ScreeningSubjectRequest['role'];
}

/** A decision of a provider about a customer's identity. */
export interface ProviderKyc {
  /** `rejected`: from any status; others along the allowed transitions */
  status: KycStatus;
  /** one sentence, as the provider explains it */
  reason: string;
}

/** What a provider found: a decision on an identity, an alert, or both. */
export interface Finding<Match extends ReportedMatch = ProviderMatch> {
  kyc?: ProviderKyc;
  alert?: ProviderAlert<Match>;
  /** the provider's own words about it, such as `reject_labels` and `reject_type`; shown with the alert */
  metadata: Record<string, unknown>;
}
