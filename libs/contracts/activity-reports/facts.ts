import Type, { type Static } from 'typebox';
import { IdentityDocument } from '../customers/profile';
import { CUSTOMER_TYPES } from '../customers/words';
import { view } from '../declaration/view';
import { Id, nullable, Timestamp } from '../fields';
import { ReportingSettings } from '../settings/reporting-settings';

const Text = nullable(Type.String());

const ReportSubject = view(
  'ReportSubject',
  Type.Object({
    customer_id: Id,
    customer_type: Type.Enum(CUSTOMER_TYPES),
    name: Type.String({ description: 'the full name, or the name of the business; empty if neither is known' }),
    email: Text,
    phone: Text,
    external_id: Text,
    nationality: Text,
    date_of_birth: Text,
    occupation: Text,
    source_of_funds: Text,
    registration_no: Text,
    tax_id: Text,
    business_type: Text,
    address_line: Text,
    city: Text,
    state: Text,
    postal_code: Text,
    country: Text,
    identity_documents: Type.Array(IdentityDocument),
    risk_rating: Type.String(),
    kyc_status: Type.String(),
  }),
  { description: 'The customer that the report is about, as it was stored.' },
);
export type ReportSubject = Static<typeof ReportSubject>;

export const ReportedTransaction = view(
  'ReportedTransaction',
  Type.Object({
    event_id: Id,
    transaction_id: Type.String(),
    occurred_at: Timestamp,
    amount: Type.String({ description: 'in major units, a decimal string' }),
    currency: Type.String(),
    amount_local: nullable(Type.String(), {
      description: 'in the currency of the reporting entity, with two decimals; null if no rate is known',
    }),
    rate: nullable(Type.String(), { description: 'null for the currency of the reporting entity' }),
    direction: Type.String({ description: 'seen from the customer: inbound or outbound' }),
    method: Type.String(),
    account_ref: Text,
    description: Text,
    reference: Text,
    counterparty_name: Text,
    counterparty_account: Text,
    counterparty_country: Text,
    counterparty_type: Text,
  }),
);

export const ReportableTransaction = view(
  'ReportableTransaction',
  Type.Object({
    ...ReportedTransaction.properties,
    behind_alert: Type.Boolean({ description: 'whether an alert of the case is about it' }),
  }),
  { description: 'A transaction that a report of the case can include.' },
);
export type ReportableTransaction = Static<typeof ReportableTransaction>;
export type ReportedTransaction = Static<typeof ReportedTransaction>;

const ReportedAlert = view(
  'ReportedAlert',
  Type.Object({
    alert_id: Id,
    alert_type: Type.String(),
    severity: Type.String(),
    title: Type.String(),
    status: Type.String(),
    raised_at: Timestamp,
  }),
);

/** What the report says besides what staff wrote. At the approval it is kept as it is then. */
export const ReportFacts = view(
  'ReportFacts',
  Type.Object({
    entity: ReportingSettings,
    subject: ReportSubject,
    transactions: Type.Array(ReportedTransaction, { description: 'oldest first' }),
    alerts: Type.Array(ReportedAlert, { description: 'oldest first' }),
  }),
);
export type ReportFacts = Static<typeof ReportFacts>;
