import type { Finding, ReportedMatch } from './stage-call';

/** A webhook as it arrived. */
export interface ProviderWebhook {
  /** names in lower case; several headers of one name are joined by `, ` */
  headers: Readonly<Record<string, string>>;
  /** the raw bytes; a signature is over these, never over parsed and re-encoded JSON */
  body: Buffer;
  /** epoch milliseconds */
  receivedAt: number;
}

/** What one event of a provider says about one customer. */
export interface ProviderSignal extends Finding<ReportedMatch> {
  /** the provider's id of the event: the same id has an effect once */
  id: string;
  /** the provider's type of the event, such as `applicantReviewed` */
  event_source: string;
  /** the provider's time of the event, ISO 8601 UTC; decides which of two signals is newer */
  occurred_at: string;
  customer: {
    /** the provider's id of the customer, compared with `kyc_provider_ref` */
    ref?: string;
    /** the institution's id that the provider returns, compared with `account_refs` of customers without a reference */
    account_ref?: string;
  };
}

/** The webhook is not authentic, or has an unknown form. The message is for logs, not for the sender. */
export class WebhookRejected extends Error {
  constructor(
    /** `unverified`: the signature does not match; `unreadable`: it matches, but the body has an unknown form */
    readonly why: 'unverified' | 'unreadable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'WebhookRejected';
  }
}
