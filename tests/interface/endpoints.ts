import { randomUUID } from 'node:crypto';
import { type Book, deposit, newBook, post } from './books';
import {
  freshEmail,
  freshName,
  freshRef,
  fullCustomer,
  listedPerson,
  newCustomer,
  onboarding,
  riskView,
  ruleFor,
  send,
  transaction,
} from './customers';
import { newCancelledBacktest } from './backtests';
import { done, type Tenant } from './tenants';
import { newEndpoint, webhookBody } from './webhooks';

/** Objects of a tenant, for the paths and bodies of endpoints. */
export interface Estate extends Book {
  tenantId: string;
  postingId: string;
  customerId: string;
  accountRef: string;
  alertId: string;
  eventId: string;
  ruleId: string;
  backtestId: string;
  entryId: string;
  endpointId: string;
}

/** The ids of an estate that a request can name. */
const NAMED = [
  'ledgerId',
  'postingId',
  'customerId',
  'alertId',
  'eventId',
  'ruleId',
  'backtestId',
  'entryId',
  'endpointId',
] as const;
export type Named = (typeof NAMED)[number];

/** An endpoint of the interface document, or an endpoint that Probity adds to it. */
export interface Endpoint {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** the scope that the key needs */
  scope: 'read' | 'write';
  /** the path below `/tenants/{slug}` */
  below: (estate: Estate) => string;
  /** a body that would be accepted */
  body?: (estate: Estate) => Record<string, unknown>;
  /** the status of a success */
  success: 200 | 201 | 202 | 204;
  /** the id of the estate that the request names; undefined if it names none */
  names?: Named;
  /** creates again what a successful request uses up */
  again?: (tenant: Tenant) => Promise<Partial<Estate>>;
}

const read = (name: string, below: Endpoint['below'], names?: Named): Endpoint => ({
  name: `GET ${name}`,
  method: 'GET',
  scope: 'read',
  below,
  success: 200,
  names,
});

const write = (
  name: string,
  below: Endpoint['below'],
  body: NonNullable<Endpoint['body']>,
  names?: Named,
): Endpoint => ({ name: `POST ${name}`, method: 'POST', scope: 'write', below, body, success: 201, names });

const LEDGER: Endpoint[] = [
  read('/currencies', () => '/currencies'),
  write(
    '/ledgers',
    () => '/ledgers',
    () => ({ name: 'Book', currency: 'USD' }),
  ),
  read('/ledgers', () => '/ledgers'),
  read('/ledgers/{id}', ({ ledgerId }) => `/ledgers/${ledgerId}`, 'ledgerId'),
  write(
    '/ledgers/{id}/accounts',
    ({ ledgerId }) => `/ledgers/${ledgerId}/accounts`,
    () => ({ code: randomUUID(), name: 'Cash', account_type: 'asset' }),
    'ledgerId',
  ),
  read('/ledgers/{id}/accounts', ({ ledgerId }) => `/ledgers/${ledgerId}/accounts`, 'ledgerId'),
  write(
    '/postings',
    () => '/postings',
    (estate) => deposit(estate),
    'ledgerId',
  ),
  read('/ledgers/{id}/transactions', ({ ledgerId }) => `/ledgers/${ledgerId}/transactions`, 'ledgerId'),
  read('/postings/{id}', ({ postingId }) => `/postings/${postingId}`, 'postingId'),
  read('/postings/{id}/verify', ({ postingId }) => `/postings/${postingId}/verify`, 'postingId'),
];

const CUSTOMERS: Endpoint[] = [
  write('/customers', () => '/customers', fullCustomer),
  read('/customers', () => '/customers'),
  read('/customers/{id}', ({ customerId }) => `/customers/${customerId}`, 'customerId'),
  read('/customers/{id}/risk-view', ({ customerId }) => `/customers/${customerId}/risk-view`, 'customerId'),
  read('/customers/{id}/risk-history', ({ customerId }) => `/customers/${customerId}/risk-history`, 'customerId'),
];

const WEBHOOKS: Endpoint[] = [
  write(
    '/webhooks',
    () => '/webhooks',
    () => webhookBody(),
  ),
  read('/webhooks', () => '/webhooks'),
  read('/webhooks/{id}', ({ endpointId }) => `/webhooks/${endpointId}`, 'endpointId'),
  read('/webhooks/{id}/deliveries', ({ endpointId }) => `/webhooks/${endpointId}/deliveries`, 'endpointId'),
  {
    ...read('/webhooks/{id}', ({ endpointId }) => `/webhooks/${endpointId}/rotate-secret`, 'endpointId'),
    name: 'POST /webhooks/{id}/rotate-secret',
    method: 'POST',
    scope: 'write',
  },
  {
    ...read('/webhooks/{id}', ({ endpointId }) => `/webhooks/${endpointId}`, 'endpointId'),
    name: 'DELETE /webhooks/{id}',
    method: 'DELETE',
    scope: 'write',
    success: 204,
    again: async (tenant) => ({ endpointId: (await newEndpoint(tenant)).id }),
  },
];

const ADDED: Endpoint[] = [
  read('/limits', () => '/limits'),
  read('/events', () => '/events'),
  read('/events/{id}', ({ eventId }) => `/events/${eventId}`, 'eventId'),
  read('/alerts', () => '/alerts'),
  read('/alerts/{id}', ({ alertId }) => `/alerts/${alertId}`, 'alertId'),
  read('/cases', () => '/cases'),
  write(
    '/monitoring-rules',
    () => '/monitoring-rules',
    () => ruleFor('XTS', { mode: 'disabled' }),
  ),
  read('/monitoring-rules', () => '/monitoring-rules'),
  read('/monitoring-rules/{id}', ({ ruleId }) => `/monitoring-rules/${ruleId}`, 'ruleId'),
  read('/monitoring-rules/{id}/versions', ({ ruleId }) => `/monitoring-rules/${ruleId}/versions`, 'ruleId'),
  {
    ...write(
      '/monitoring-rules/{id}',
      ({ ruleId }) => `/monitoring-rules/${ruleId}`,
      () => ruleFor('XTS', { mode: 'shadow' }),
      'ruleId',
    ),
    name: 'PUT /monitoring-rules/{id}',
    method: 'PUT',
    success: 200,
  },
  {
    ...read('/monitoring-rules/{id}', ({ ruleId }) => `/monitoring-rules/${ruleId}`, 'ruleId'),
    name: 'DELETE /monitoring-rules/{id}',
    method: 'DELETE',
    scope: 'write',
  },
  write(
    '/monitoring-rules/backtests',
    () => '/monitoring-rules/backtests',
    () => ruleFor('XTS'),
  ),
  read('/monitoring-rules/backtests', () => '/monitoring-rules/backtests'),
  read(
    '/monitoring-rules/backtests/{id}',
    ({ backtestId }) => `/monitoring-rules/backtests/${backtestId}`,
    'backtestId',
  ),
  {
    ...read(
      '/monitoring-rules/backtests/{id}',
      ({ backtestId }) => `/monitoring-rules/backtests/${backtestId}/cancel`,
      'backtestId',
    ),
    name: 'POST /monitoring-rules/backtests/{id}/cancel',
    method: 'POST',
    scope: 'write',
  },
  write(
    '/watchlist-entries',
    () => '/watchlist-entries',
    () => listedPerson(freshName()),
  ),
  read('/watchlist-entries', () => '/watchlist-entries'),
  read('/watchlist-entries/{id}', ({ entryId }) => `/watchlist-entries/${entryId}`, 'entryId'),
  {
    ...read('/watchlist-entries/{id}', ({ entryId }) => `/watchlist-entries/${entryId}`, 'entryId'),
    name: 'DELETE /watchlist-entries/{id}',
    method: 'DELETE',
    scope: 'write',
    success: 204,
    again: async (tenant) => ({ entryId: await newEntry(tenant, freshName()) }),
  },
];

/** Every endpoint below `/tenants/{slug}`. */
export const ENDPOINTS: Endpoint[] = [...LEDGER, ...CUSTOMERS, ...WEBHOOKS, ...ADDED];

/** The one endpoint whose path has no slug: the body names the tenant. */
export const INGESTION: Endpoint = {
  name: 'POST /events/webhook',
  method: 'POST',
  scope: 'write',
  below: () => '/events/webhook',
  body: ({ tenantId, accountRef }) => transaction({ id: tenantId }, accountRef),
  success: 202,
};

/** Returns the path of a request to an endpoint. */
export const pathTo = (endpoint: Endpoint, slug: string, estate: Estate): string =>
  endpoint === INGESTION ? endpoint.below(estate) : `/tenants/${slug}${endpoint.below(estate)}`;

/** Returns an estate with ids that do not exist. */
export const nobodys = (estate: Estate): Estate => ({
  ...estate,
  ...Object.fromEntries(NAMED.map((name) => [name, randomUUID()])),
});

const newEntry = async (tenant: Tenant, name: string): Promise<string> =>
  (await done<{ id: string }>(tenant.api, tenant.path('/watchlist-entries'), listedPerson(name, { id: randomUUID() })))
    .id;

/** Creates a ledger with a posting, a customer with an alert and an event, a rule, a watchlist entry, a webhook. */
export async function newEstate(tenant: Tenant): Promise<Estate> {
  const book = await newBook(tenant);
  const postingId = (await post(tenant, deposit(book))).transaction.id;
  const name = freshName();
  const entryId = await newEntry(tenant, name);
  const accountRef = freshRef();
  const customer = await newCustomer(tenant, { email: freshEmail(), full_name: name, account_refs: [accountRef] });
  const eventId = await send(tenant, onboarding(tenant, { customer_id: customer.id }));
  const [alert] = (await riskView(tenant, customer)).active_alerts;
  const rule = await done<{ id: string }>(tenant.api, tenant.path('/monitoring-rules'), ruleFor('XTS'));
  return {
    ...book,
    tenantId: tenant.id,
    postingId,
    customerId: customer.id,
    accountRef,
    alertId: alert!.id,
    eventId,
    ruleId: rule.id,
    backtestId: await newCancelledBacktest(tenant),
    entryId,
    endpointId: (await newEndpoint(tenant)).id,
  };
}
