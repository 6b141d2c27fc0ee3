/** Ids of the examples. All differ, so that a value identifies its field. */
export const TENANT_ID = '0199d5a0-1b00-7c3d-8e4f-a1b2c3d4e5f6';
export const LEDGER_ID = '0199d5a1-2c10-7d4e-9f50-b2c3d4e5f607';
export const CASH_ID = '0199d5a2-3d20-7e5f-8061-c3d4e5f60718';
export const DEPOSITS_ID = '0199d5a3-4e30-7f60-9172-d4e5f6071829';
export const TRANSACTION_ID = '0199d5a4-5f40-7071-8283-e5f60718293a';
export const SIGNING_KEY_ID = '0199d5a5-6050-7182-9394-f60718293a4b';
export const MESSAGE_ID = '0199d5a6-7160-7293-84a5-0718293a4b5c';
export const INSTANCE_ID = '0199d5a7-8270-73a4-95b6-18293a4b5c6d';
export const CREATED_AT = '2026-03-02T09:15:00.000Z';
export const POSTED_AT = '2026-03-02T09:16:30.250Z';
export const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
export const DEADLINE = '1772442995250';
export const KEY_HASH = '8254c329a92850f6d539dd376f4816ee2764517da5e0235514af433164480d7a';
export const FINGERPRINT = '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9';
export const CUSTOMER_ID = '0199d5a8-9380-74b5-96c7-293a4b5c6d7e';
export const ALERT_ID = '0199d5a9-a490-75c6-97d8-3a4b5c6d7e8f';
export const CASE_ID = '0199d5aa-b5a0-76d7-98e9-4b5c6d7e8f90';
export const EVENT_ID = '0199d5ab-c6b0-77e8-99fa-5c6d7e8f90a1';
export const CASE_FILE_ID = '0199d5ba-b5a0-76d7-b8e9-4b5c6d7e8f90';
export const RULE_ID = '0199d5ac-d7c0-78f9-9a0b-6d7e8f90a1b2';
export const IMPORT_ID = '0199d5ad-e8d0-790a-9b1c-7e8f90a1b2c3';
export const RAISED_AT = '2026-03-02T09:16:30.610Z';
export const DECIDED_AT = '2026-03-02T14:05:00.000Z';
export const ENDPOINT_ID = '0199d5ae-f9e0-7a1b-9c2d-8f90a1b2c3d4';
export const DELIVERY_ID = '0199d5af-0af0-7b2c-9d3e-90a1b2c3d4e5';
export const KEY_ID = '9f2c4b7a6d1e8053';
export const PROVIDER_ID = '0199d5b1-2c10-7d4e-9f50-b2c3d4e5f607';
export const SIGNAL_ID = '0199d5b1-2c10-7d4e-9f50-b2c3d4e5f608';
export const ROTATION_ID = '0199d5b0-1b00-7c3d-9e4f-a1b2c3d4e5f6';
export const BACKTEST_ID = '0199d5b3-4e30-7f60-a172-d4e5f6071829';
export const NOTICE_ID = '0199d5b2-3d20-7e5f-b061-c3d4e5f60718';
export const ACCOUNT_ID = '0199d5b4-5f40-7071-b283-e5f60718293a';
export const PROPOSAL_ID = '0199d5b5-6050-7182-b394-f60718293a4b';
export const ALLOW_LIST_ENTRY_ID = '0199d5b6-7160-7293-b4a5-0718293a4b5c';
export const RESCREENING_ID = '0199d5b7-8270-73a4-b5b6-18293a4b5c6d';
export const GROUP_ID = '0199d5b8-9380-74b5-b6c7-293a4b5c6d7e';
export const FETCH_ID = '0199d5bb-c6c0-77e8-b9fa-5c6d7e8f90a1';
export const REPORT_ID = '0199d5b9-a490-75c6-b7d8-3a4b5c6d7e8f';
/** Where a page of a list begins. */
export const EXAMPLE_CURSOR = `${CREATED_AT}~${MESSAGE_ID}`;

const POSSIBLE_MATCH = 'Possible sanctions match: customer "Amira Haddad" is like "HADDAD, Amira" on ofac-sdn';
/** The two sides of a deposit. */
export const EXAMPLE_ENTRIES = [
  { account_id: CASH_ID, debit: '125000' },
  { account_id: DEPOSITS_ID, credit: '125000' },
];
export const EXAMPLE_RULE = {
  name: 'Very large transfer',
  description: 'One transfer of 20000 or more.',
  reason: 'Sums like this are rare enough to look at each.',
  event_type: 'transaction' as const,
  severity: 'high' as const,
  alert_type: 'large_transfer',
  title: 'Very large transfer',
  condition: { gte: [{ field: 'transaction.amount' }, 20_000] },
};

/**
 * The value of a field of this name in the examples of all documents, where its type allows it. A declaration
 * overrides it with `example`. Other fields get the first or the simplest value of their type.
 */
export const FIELD_EXAMPLES: Record<string, unknown> = {
  access_id: ACCOUNT_ID,
  passkey_id: ACCOUNT_ID,
  session_id: ACCOUNT_ID,
  account_id: CASH_ID,
  account_ref: 'ACC-1001',
  relationship_ended_on: '2026-02-28',
  retained_until: '2031-02-28',
  fingerprint: FINGERPRINT,
  filed_on: '2026-03-02',
  first_erased: [CUSTOMER_ID],
  first_name: 'Amira',
  account_refs: ['ACC-1001'],
  account_type: 'asset',
  action: 'alert.resolved',
  actor: 'institution',
  actor_type: 'institution',
  added: 120,
  alert_id: ALERT_ID,
  allow_list_entry_id: ALLOW_LIST_ENTRY_ID,
  alert_ids: [ALERT_ID],
  alert_type: 'sanctions_match',
  alerts: 11,
  aliases: ['Amira Hadad'],
  amount_minor: '125000',
  attempt_count: 1,
  attempts: 0,
  backtest_id: BACKTEST_ID,
  balance: '125000',
  behavioral_score: 0,
  beneficial_owners: [],
  birth_dates: ['1962-03'],
  case_id: CASE_ID,
  file_id: CASE_FILE_ID,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  changed: 14,
  changes: { occupation: 'consultant' },
  channel_score: 300,
  checked: 1,
  city: 'Bristol',
  code: '1000',
  composite_score: 600,
  configured_at: CREATED_AT,
  countries: ['GB'],
  counterparty: 'Harbour Trading Ltd',
  country: 'GB',
  created_at: CREATED_AT,
  credit_minor: '0',
  credit_total: '0',
  currency: 'USD',
  customer_id: CUSTOMER_ID,
  customers: 800,
  date_of_birth: '1984-07-12',
  debit_minor: '125000',
  debit_total: '125000',
  decided_at: DECIDED_AT,
  definition: EXAMPLE_RULE,
  delivered_at: RAISED_AT,
  delivery_id: DELIVERY_ID,
  detail: 'the customer is 42 years old',
  duration_ms: 84,
  email: 'amira.haddad@example.com',
  encrypted_secret: 'pV7cUu0jJ1yQ0c0lY2m4...',
  endpoint_id: ENDPOINT_ID,
  entries: 18_412,
  entry_id: '99001',
  event_id: EVENT_ID,
  event_ids: [EVENT_ID],
  event_source: 'applicantReviewed',
  event_type: 'alert.created',
  event_types: ['alert.created', 'alert.resolved'],
  events: 12_000,
  evidence: { list_version: 3, threshold: 0.7, score: 0.91, features: { name: 0.91 } },
  examples: [{ event_id: EVENT_ID, customer_id: CUSTOMER_ID }],
  external_id: 'crm-4711',
  external_ref: 'core-4711',
  factor: 'identity',
  failed: 0,
  field: 'date_of_birth',
  flag: 'edd_required',
  format: 'ofac-sdn',
  full_name: 'Amira Haddad',
  gender: 'female',
  geographic_score: 50,
  hash: '1be1a34b0d266488b9216dc8b45c89caadefcc213df0c5780f738753859cd03d',
  hit_customers: 9,
  hit_events: 14,
  identity_score: 150,
  import_id: IMPORT_ID,
  indicators: ['STRUCTURING'],
  imported_at: CREATED_AT,
  is_immutable: true,
  is_sanctioned: false,
  is_test: false,
  issuing_country: 'GB',
  expires_on: '2031-05-31',
  key_id: KEY_ID,
  kyc_provider: 'sumsub',
  kyc_provider_ref: 'applicant-17',
  kyc_status: 'pending',
  label: 'core banking',
  last_name: 'Haddad',
  ledger_id: LEDGER_ID,
  limit: 1_000,
  line1: '12 Harbour Street',
  list: 'ofac-sdn',
  matched_name: 'HADDAD, Amira',
  minor_unit_decimals: 2,
  mismatches: [],
  mode: 'native',
  model_version: 'v1/cd2c8b9ba5f1/countries-2026-06-19',
  more: false,
  name: 'Customer funds',
  narrative: 'Five deposits just below the limit within two days, passed on at once.',
  nationality: 'GB',
  note: 'asked for a copy of the birth certificate',
  notes: ['The stage kyc is skipped from now on.'],
  notice_id: NOTICE_ID,
  number: '533380006',
  occupation: 'architect',
  customer_since: '2019-05-14',
  occurred_at: RAISED_AT,
  officer: 'Jane Doe',
  officer_id: ACCOUNT_ID,
  onboarding_channel: 'digital',
  opened_at: CREATED_AT,
  opened_by: 'Jane Doe',
  payload: { transaction_id: 'TX-20261120-1', amount: '1250.50', currency: 'USD', direction: 'inbound' },
  payload_sha256: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
  phone: '+44 20 7946 0000',
  plugin: 'sumsub',
  plugin_version: '1.0.0',
  points: 150,
  posted_at: POSTED_AT,
  postal_code: 'BS1 4ST',
  previous_hash: '0'.repeat(64),
  product_score: 50,
  programs: [],
  proposal_id: PROPOSAL_ID,
  provider_id: PROVIDER_ID,
  raised: [ALERT_ID],
  raised_at: RAISED_AT,
  rates: { USD: '0.92' },
  rating: 'high',
  rating_changed: false,
  rating_to: 'high',
  reason: 'agreed in the review of 2 March',
  received: 1_000,
  received_at: CREATED_AT,
  reference: 'dep-2026-0001',
  reference_currency: 'EUR',
  related_parties: [],
  relationship_score: 700,
  removed: 9,
  replayed: 12,
  reply_key: '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkq...\n-----END PUBLIC KEY-----\n',
  response_status: 200,
  result: 'clear',
  risk_rating: 'medium',
  report_id: REPORT_ID,
  rescreening_id: RESCREENING_ID,
  rotation_id: ROTATION_ID,
  rule_id: RULE_ID,
  saved_at: CREATED_AT,
  scopes: ['read', 'write'],
  score: 0.91,
  severity: 'critical',
  signal_id: SIGNAL_ID,
  signing_key_id: SIGNING_KEY_ID,
  signing_secret: 'whsec_this-is-an-example-of-a-signing-secret',
  slug: 'bank',
  source: 'screening',
  source_of_funds: 'salary',
  stage: 'monitoring',
  streams: 12,
  streams_done: 12,
  subject: 'customer',
  subject_name: 'Amira Haddad',
  tags: ['retail'],
  template_id: '0199d5ba-1b2c-7d3e-8f4a-5b6c7d8e9f01',
  tenant_id: TENANT_ID,
  text: 'the customer sent the invoices',
  threshold: 0.75,
  title: POSSIBLE_MATCH,
  to: 'in_review',
  topics: ['sanction'],
  transaction_hash: '1be1a34b0d266488b9216dc8b45c89caadefcc213df0c5780f738753859cd03d',
  transaction_id: TRANSACTION_ID,
  trigger_ref: 'ofac-sdn:99001',
  type: 'passport',
  updated_at: CREATED_AT,
  url: 'https://hooks.example.com/probity',
  value: '761234567',
  verified_at: POSTED_AT,
  version: 1,
  what: 'note',
};
