import { randomUUID } from 'node:crypto';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { Faults, FaultyEventStore } from '@probity/event-store/testing/faulty-event-store';
import { ROLES } from '@probity/persistence/roles';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TenantStream } from './tenant-stream';

const faults = new Faults();
let test: TestDatabase;
let queries: TenantQueries;
let stream: TenantStream;
let tenant_id: string;
beforeAll(async () => {
  test = await createTestDatabase();
  const database = await test.as(ROLES.backOffice);
  queries = new TenantQueries(database);
  const events = new FaultyEventStore(new PostgresEventStore(database), database, faults, false);
  stream = new TenantStream(new AggregateStore(events, database), events);
});
afterAll(() => test.drop());
beforeEach(() => {
  faults.clear();
  tenant_id = randomUUID();
});

const at = new Date().toISOString();
const create = () => {
  const data = { tenant_id, slug: tenant_id, name: 'Bank', created_at: at };
  return stream.begin(tenant_id, { id: randomUUID(), type: 'TenantCreated', data });
};
const configure = (name = 'US Dollar') => {
  const data = { tenant_id, code: 'USD', name, minor_unit_decimals: 2, configured_at: at };
  return stream.append(tenant_id, async (): Promise<TenantEvent> => ({ type: 'CurrencyConfigured', data }));
};

it('a change is rejected when another process writes first at every attempt; a retry succeeds', async () => {
  const refusal = {
    httpStatus: 503,
    code: 'contention',
    message: 'The tenant was modified concurrently. No changes were made; retry.',
  };
  faults.overtake = () => true;
  await expect(create()).rejects.toMatchObject(refusal);
  faults.clear();
  expect(await create()).toBe(true);
  expect(await create()).toBe(false);
  faults.overtake = () => true;
  await expect(configure()).rejects.toMatchObject(refusal);
  expect(await queries.currency(tenant_id, 'USD')).toBeUndefined();
  faults.clear();
  await configure();
  expect(await queries.currency(tenant_id, 'USD')).toMatchObject({ name: 'US Dollar' });
});

it('the next decision sees a change that was not projected because of a crash', async () => {
  await create();
  faults.dieUnprojected = () => true;
  await expect(configure()).rejects.toMatchObject({ code: 'outcome_unknown' });
  expect(await queries.currency(tenant_id, 'USD')).toBeUndefined();
  faults.clear();
  const seen: unknown[] = [];
  await stream.append(tenant_id, async () => {
    seen.push(await queries.currency(tenant_id, 'USD'));
    return undefined;
  });
  expect(seen).toMatchObject([{ name: 'US Dollar' }]);
});
