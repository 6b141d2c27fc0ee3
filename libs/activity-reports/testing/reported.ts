import type { ReportedTransaction, ReportFacts } from '@probity/contracts/activity-reports/facts';
import type { Reported } from '../reported';
import { EXAMPLE_REPORT } from '../templates/example-report';

export const aTransaction = (changes: Partial<ReportedTransaction> = {}): ReportedTransaction => ({
  event_id: '0199d5ab-c6b0-77e8-99fa-5c6d7e8f90a1',
  transaction_id: 'TX-1',
  occurred_at: '2026-03-01T10:15:00.250Z',
  amount: '9500.10',
  currency: 'EUR',
  amount_local: '9500.10',
  rate: null,
  direction: 'inbound',
  method: 'cash',
  account_ref: 'ACC-1001',
  description: 'Deposit',
  reference: 'REF-1',
  counterparty_name: 'Juan Perez',
  counterparty_account: null,
  counterparty_country: 'ES',
  counterparty_type: 'individual',
  ...changes,
});

const ENTITY = EXAMPLE_REPORT.facts.entity;

const SUBJECT: ReportFacts['subject'] = {
  customer_id: '0199d5a8-9380-74b5-96c7-293a4b5c6d7e',
  customer_type: 'individual',
  name: 'Amira Haddad',
  email: 'amira@example.com',
  phone: '+44 20 7946 0000',
  external_id: 'crm-4711',
  nationality: 'GB',
  date_of_birth: '1984-07-12',
  occupation: 'architect',
  source_of_funds: 'salary',
  registration_no: null,
  tax_id: null,
  business_type: null,
  address_line: '12 Harbour Street',
  city: 'Bristol',
  state: null,
  postal_code: 'BS1 4ST',
  country: 'GB',
  identity_documents: [{ type: 'passport', number: '533380006', issuing_country: 'GB', expires_on: '2031-05-31' }],
  risk_rating: 'high',
  kyc_status: 'approved',
};

/** A report that is a valid goAML document, with these changes. */
export const aReport = ({
  content = {},
  entity = {},
  subject = {},
  transactions = [aTransaction()],
}: {
  content?: Partial<Reported['content']>;
  entity?: Partial<ReportFacts['entity']>;
  subject?: Partial<ReportFacts['subject']>;
  transactions?: ReportedTransaction[];
} = {}): Reported => ({
  id: '0199d5b9-a490-75c6-b7d8-3a4b5c6d7e8f',
  tenant_id: '0199d5b9-0000-75c6-b7d8-3a4b5c6d7e8f',
  at: '2026-03-02T09:15:00.000Z',
  approval: { by: 'Bea Reyes', proposedBy: 'Ann Lee' },
  content: {
    kind: 'STR',
    narrative: 'Deposits just below the limit.',
    measures: 'The account is blocked.',
    indicators: ['STRUCTURING'],
    event_ids: transactions.map(({ event_id }) => event_id),
    alert_ids: [],
    ...content,
  },
  facts: {
    entity: { ...ENTITY, ...entity },
    subject: { ...SUBJECT, ...subject },
    transactions,
    alerts: [],
  },
});
