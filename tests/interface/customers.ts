import { randomBytes, randomUUID } from 'node:crypto';
import { until } from '../crash/until';
import { dataOf } from './answers';
import { done, type Tenant } from './tenants';

/** The time limit for effects that happen shortly after a response. */
const SOON_MS = 15_000;

export interface CreatedCustomer {
  id: string;
  email: string;
  kyc_status: string;
  risk_rating: string;
  account_refs: string[];
}

export interface Alert {
  id: string;
  customer_id: string;
  alert_type: string;
  severity: string;
  title: string;
  trigger_ref: string;
  metadata: Record<string, unknown>;
  source: string;
  status: string;
  case_id: string | null;
}

export interface RiskView {
  customer: Record<string, any>;
  risk: Record<string, any>;
  active_alerts: Alert[];
  open_cases: Record<string, any>[];
  is_sanctioned: boolean;
  requires_edd: boolean;
  edd_reasons: string[];
  identity_verification: Record<string, any>;
  screening_results: Record<string, any>[];
  compliance_flags: { flag: string; detail: string }[];
  generated_at: string;
}

export interface RiskHistoryItem {
  rating_from: string | null;
  rating_to: string;
  reason: string;
  trigger_type: string;
  score: number;
  actor_type: string;
  created_at: string;
}

export interface IngestedEvent {
  event_id: string;
  event_type: string;
  payload: Record<string, any>;
  status: string;
  customer_id: string | null;
  duplicate_of: string | null;
  stages: { stage: string; mode: string; result: string; evidence: Record<string, any> }[];
  alert_ids: string[];
}

/** Returns an unused e-mail address. */
export const freshEmail = (): string => `c-${randomBytes(8).toString('hex')}@example.com`;
export const freshRef = (): string => `ACC-${randomBytes(6).toString('hex')}`;

const CONSONANTS = [...'bdfgklmnprstvz'];
const VOWELS = [...'aeiou'];

/** Returns a name that does not resemble any other name. */
export function freshName(): string {
  const bytes = [...randomBytes(16)];
  const letters = bytes.map((byte, index) => (index % 2 === 0 ? CONSONANTS : VOWELS).at(byte % 5)!);
  const words = [letters.slice(0, 8), letters.slice(8)].map((word) => word.join(''));
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ');
}

/** Makes the body of a customer with every field that the interface lists. */
export const fullCustomer = () => ({
  email: freshEmail(),
  customer_type: 'individual',
  full_name: freshName(),
  external_id: randomUUID(),
  nationality: 'GB',
  phone: '+44 20 7946 0000',
  date_of_birth: '1980-02-29',
  occupation: 'engineer',
  source_of_funds: 'salary',
  pep_status: 'none',
  kyc_status: 'in_review',
  kyc_provider: 'sumsub',
  kyc_provider_ref: randomUUID(),
  customer_since: '2019-05-14',
  onboarding_channel: 'digital',
  account_refs: [freshRef(), freshRef()],
  address: {
    line1: '1 High Street',
    line2: 'Flat 2',
    city: 'London',
    state: 'Greater London',
    country: 'GB',
    postal_code: 'SW1A 1AA',
  },
  tags: ['private-banking', 'vip'],
});

export const customersOf = (tenant: Tenant): string => tenant.path('/customers');

/** Creates a customer with a unique name, e-mail address and account. */
export function newCustomer(tenant: Tenant, changes: object = {}): Promise<CreatedCustomer> {
  const body = { email: freshEmail(), full_name: freshName(), account_refs: [freshRef()], ...changes };
  return done<CreatedCustomer>(tenant.api, customersOf(tenant), body);
}

/** Makes the body of a transaction. `changes` replaces fields of its payload. */
export const transaction = (tenant: Pick<Tenant, 'id'>, account_ref: string, changes: object = {}) => ({
  tenant_id: tenant.id,
  event_type: 'transaction',
  payload: {
    transaction_id: randomUUID(),
    account_ref,
    amount: 100,
    currency: 'USD',
    direction: 'inbound',
    ...changes,
  },
});

export const onboarding = (tenant: Tenant, payload: object) => ({
  tenant_id: tenant.id,
  event_type: 'onboarding',
  payload,
});

/** Sends an event that must be accepted. Returns its id. */
export async function send(tenant: Tenant, event: unknown): Promise<string> {
  const answer = await tenant.api.post('/events/webhook', event);
  if (answer.status !== 202) throw new Error(`an event returned ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.event_id as string;
}

/** Sends a transaction of a customer's first account. Returns the id of the event. */
export const pay = (tenant: Tenant, customer: CreatedCustomer, changes: object = {}): Promise<string> =>
  send(tenant, transaction(tenant, customer.account_refs[0]!, changes));

/**
 * Reads the risk view, which includes the outcomes of all events that were sent before. As the API says, a view that
 * is behind is read again: on a busy machine an event can take longer than the view waits.
 */
export async function riskView(tenant: Tenant, customer: { id: string }): Promise<RiskView> {
  const answer = await eventually(
    `the risk view of ${customer.id} is not behind`,
    () => tenant.api.get(`${customersOf(tenant)}/${customer.id}/risk-view`),
    ({ body }) => body.code !== 'risk_view_behind',
  );
  return dataOf<RiskView>(answer);
}

export async function riskHistory(tenant: Tenant, customer: { id: string }): Promise<RiskHistoryItem[]> {
  return dataOf(await tenant.api.get(`${customersOf(tenant)}/${customer.id}/risk-history?limit=100`));
}

export async function eventOf(tenant: Tenant, eventId: string): Promise<IngestedEvent> {
  return dataOf(await tenant.api.get(tenant.path(`/events/${eventId}`)));
}

/** Repeats the read until its value satisfies the condition. Returns the value. */
export async function eventually<Value>(
  what: string,
  read: () => Promise<Value>,
  willDo: (value: Value) => boolean,
): Promise<Value> {
  let last!: Value;
  await until(what, async () => willDo((last = await read())), SOON_MS);
  return last;
}

/** Waits until the event is no longer pending, and returns it. */
export const outcomeOf = (tenant: Tenant, eventId: string): Promise<IngestedEvent> =>
  eventually(
    `event ${eventId} has an outcome`,
    () => eventOf(tenant, eventId),
    ({ status }) => status !== 'pending',
  );

/** Makes a watchlist entry of a person. */
export const listedPerson = (name: string, changes: object = {}) => ({
  schema: 'Person',
  names: [name],
  topics: ['sanction'],
  ...changes,
});

/**
 * Makes a rule that hits every transaction in the currency. It compares amounts without a rate, because the tests
 * invent currencies. `changes` replaces fields.
 */
export const ruleFor = (currency: string, changes: object = {}) => ({
  name: `Transactions in ${currency}`,
  description: `Any transaction in ${currency}`,
  reason: 'for a test',
  event_type: 'transaction',
  severity: 'high',
  alert_type: `in_${currency.toLowerCase()}`,
  title: `A transaction in ${currency}`,
  compare_unconverted_amounts: true,
  condition: { eq: [{ field: 'transaction.currency' }, currency] },
  ...changes,
});
