import { createCustomer } from '@probity/contracts/customers/commands';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { customerStream } from '@probity/contracts/customers/events';
import type { EventStore } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { Refusal } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { aProfile } from '../../testing/examples';
import { type CustomerRiskFixture, PAGE, startCustomerRiskFixture } from '../../testing/customer-risk-fixture';
import { Faults } from '@probity/event-store/testing/faulty-event-store';

// A spec that imports this file gets a running service.

export const faults = new Faults();
export let service: CustomerRiskFixture;
export let events: EventStore;
beforeAll(async () => {
  service = await startCustomerRiskFixture({ faults });
  events = new PostgresEventStore(service.database.owner);
});
afterAll(() => service.stop());
beforeEach(() => {
  service.screen = () => [];
  faults.clear();
});

export const request = (changes: Partial<RequestOf<typeof createCustomer>> = {}): RequestOf<typeof createCustomer> => {
  const customer_id = newId();
  return {
    tenant_id: service.tenantId,
    customer_id,
    profile: aProfile({ email: `${customer_id}@example.com`, account_refs: [] }),
    kyc_status: 'pending',
    ...changes,
  };
};
export const refusalOf = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => Promise.reject(new Error('nothing was rejected')),
    (error: unknown) => (error instanceof Refusal ? error : Promise.reject(error as Error)),
  );
export const withEmail = (email: string) => service.customers.customers(service.tenantId, PAGE, { email });
export const eventTypes = async (customerId: string): Promise<string[]> => {
  const types: string[] = [];
  for await (const chunk of events.readStream(customerStream(customerId))) types.push(...chunk.map(({ type }) => type));
  return types;
};
export const ageClaims = () =>
  service.database.owner.query("UPDATE customer_risk.claims SET claimed_at = claimed_at - interval '61 s'");
