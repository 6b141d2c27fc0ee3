import { randomUUID } from 'node:crypto';
import type { CustomerEvent } from '@probity/contracts/customers/events';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { ReadSideBehind } from '@probity/event-store/event-store';
import { newId } from '@probity/platform/ids';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { projectCustomerEvents, type RecordedCustomerEvent } from './customer-projection';
import { CustomerQueries } from './customer-queries';

let test: TestDatabase;
let queries: CustomerQueries;
beforeAll(async () => {
  test = await createTestDatabase();
  queries = new CustomerQueries(test.owner);
});
afterAll(() => test.drop());

const tenant_id = randomUUID();
const assessment = {
  composite_score: 100,
  identity_score: 100,
  geographic_score: 100,
  product_score: 100,
  behavioral_score: 100,
  channel_score: 100,
  relationship_score: 100,
  rating: 'low' as const,
  reasons: [],
  model_version: 'test',
};

interface Lifetime {
  id: string;
  events: RecordedCustomerEvent[];
}

/** The events of a customer that was created and assessed, and then changed three times. */
function aLife(profile: Partial<CustomerProfile> = {}, created_at = '2026-01-01T00:00:00.000Z'): Lifetime {
  const customer_id = newId();
  const about = { customer_id, tenant_id };
  const full: CustomerProfile = {
    email: `${customer_id}@example.com`,
    customer_type: 'individual',
    full_name: 'Ada Byron',
    pep_status: 'none',
    account_refs: [],
    tags: [],
    beneficial_owners: [],
    related_parties: [],
    identity_documents: [],
    ...profile,
  };
  const by = { reason: 'because', trigger_type: 'onboarding' as const, actor_type: 'system' as const };
  const events: CustomerEvent[] = [
    { type: 'CustomerCreated', data: { ...about, profile: full, kyc_status: 'pending', created_at } },
    {
      type: 'RiskAssessed',
      data: { ...about, ...by, rating_from: null, rating_to: 'low', assessment, assessed_at: created_at },
    },
    {
      type: 'CustomerProfileChanged',
      data: { ...about, changes: { occupation: 'judge' }, changed_at: '2026-02-01T00:00:00.000Z' },
    },
    {
      type: 'KycStatusChanged',
      data: {
        ...about,
        from: 'pending',
        to: 'approved',
        reason: 'seen',
        actor_type: 'staff',
        actor: 'j.smith',
        changed_at: '2026-03-01T00:00:00.000Z',
      },
    },
    {
      type: 'RiskAssessed',
      data: {
        ...about,
        ...by,
        rating_from: 'low',
        rating_to: 'low',
        assessment: { ...assessment, composite_score: 90 },
        assessed_at: '2026-03-01T00:00:01.000Z',
      },
    },
  ];
  const stream = `customer-${customer_id}`;
  return { id: customer_id, events: events.map((event, revision) => ({ ...event, id: newId(), stream, revision })) };
}
const project = (events: RecordedCustomerEvent[]): Promise<void> =>
  test.owner.transaction((sql) => projectCustomerEvents(sql, events));
const everything = async (id: string) => [
  await queries.customer(tenant_id, id),
  await queries.riskHistory(tenant_id, id, { limit: 100, offset: 0 }),
  (await test.owner.query('SELECT * FROM customer_risk.audit_events WHERE subject_id = $1 ORDER BY id', [id])).rows,
];

describe('the events of a customer', () => {
  it('are projected to its row, its rating history and its audit trail', async () => {
    const { id, events } = aLife();
    await project(events);
    const [customer, history, trail] = await everything(id);
    expect(customer).toMatchObject({
      occupation: 'judge',
      kyc_status: 'approved',
      risk_rating: 'low',
      updated_at: '2026-03-01T00:00:00.000Z',
    });
    expect(history).toHaveLength(1); // a new score with the same rating adds no item
    expect(trail).toHaveLength(5);
  });

  it('change nothing when all or some of them are projected again', async () => {
    const { id, events } = aLife();
    await project(events);
    const before = await everything(id);
    for (const from of [0, 2, 4]) await project(events.slice(from));
    await project(events.slice(0, 3));
    expect(await everything(id)).toEqual(before);
  });

  it('can be projected one by one', async () => {
    const { id, events } = aLife();
    for (const event of events) await project([event]);
    expect((await everything(id))[0]).toMatchObject({ occupation: 'judge', kyc_status: 'approved' });
  });

  it('are rejected when earlier events are missing', async () => {
    const { id, events } = aLife();
    await expect(project(events.slice(1))).rejects.toThrow(ReadSideBehind);
    await project(events.slice(0, 2));
    await expect(project(events.slice(3))).rejects.toMatchObject({ reflected: 1 });
    expect((await everything(id))[0]).toMatchObject({ kyc_status: 'pending' });
  });

  it('do not make the customer readable before its first assessment', async () => {
    const { id, events } = aLife({ external_id: 'half' });
    await project(events.slice(0, 1));
    expect(await queries.customer(tenant_id, id)).toBeUndefined();
    expect(await queries.customers(tenant_id, { limit: 10, offset: 0 }, { external_id: 'half' })).toEqual([]);
    await project(events.slice(1, 2));
    expect(await queries.customer(tenant_id, id)).toBeDefined();
  });
});

describe('an account reference', () => {
  it('belongs to the newest customer that has it', async () => {
    const older = aLife({ account_refs: ['shared', 'own', 'own'] }, '2026-01-01T00:00:00.000Z');
    const newer = aLife({ account_refs: ['shared'] }, '2026-01-02T00:00:00.000Z');
    await project(newer.events);
    await project(older.events);
    expect(await queries.byAccountRef(tenant_id, 'shared')).toBe(newer.id);
    expect(await queries.byAccountRef(tenant_id, 'own')).toBe(older.id);
    expect(await queries.byAccountRef(tenant_id, 'SHARED')).toBeUndefined();
  });
});
