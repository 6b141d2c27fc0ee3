import type { ReportedTransaction, ReportFacts, ReportSubject } from '@probity/contracts/activity-reports/facts';
import { RESTRICTED } from '@probity/contracts/personal-data/redact';

/** What facts say while the customer is restricted: amounts, times and alerts, but nothing that names a person. */
export const redactedFacts = ({ subject, alerts, transactions, ...facts }: ReportFacts): ReportFacts => ({
  ...facts,
  alerts: alerts.map((alert) => ({ ...alert, title: RESTRICTED })), // titles quote the names of a match
  subject: redactedSubject(subject),
  transactions: transactions.map(redactedTransaction),
});

const redactedSubject = ({
  customer_id,
  customer_type,
  business_type,
  risk_rating,
  kyc_status,
}: ReportSubject): ReportSubject => ({
  customer_id,
  customer_type,
  name: RESTRICTED,
  email: null,
  phone: null,
  external_id: null,
  nationality: null,
  date_of_birth: null,
  occupation: null,
  source_of_funds: null,
  registration_no: null,
  tax_id: null,
  business_type,
  address_line: null,
  city: null,
  state: null,
  postal_code: null,
  country: null,
  identity_documents: [],
  risk_rating,
  kyc_status,
});

export const redactedTransaction = <Transaction extends ReportedTransaction>(one: Transaction): Transaction => ({
  ...one,
  account_ref: null,
  description: null,
  reference: null,
  counterparty_name: null,
  counterparty_account: null,
  counterparty_country: null,
  counterparty_type: null,
});
