import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import type { ScreeningRequest } from '@probity/providers/stage-call';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestPipeline } from '../testing/test-pipeline';

describe('the lane of a tenant that waits for a provider', () => {
  let test: TestDatabase;
  let database: Database;
  let pipeline: TestPipeline;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    await test.owner.query('DELETE FROM pipeline.inbox');
    pipeline = new TestPipeline(database, test.owner);
  });

  const payment = { account_ref: 'acc', counterparty: { name: 'Ivan Petrov', country: 'RU' } };

  it('a provider that does not respond delays no other tenant, and no more customers than its lane has places', async () => {
    await pipeline.provide('screening');
    for (const ref of ['a', 'b', 'c', 'd', 'e', 'f']) await pipeline.customer([ref]);
    const native = new TestPipeline(database, test.owner);
    await native.customer(['acc']);
    const release = pipeline.provider.hang();
    await pipeline.ingest(...['a', 'b', 'c', 'd', 'e', 'f'].map((account_ref) => ({ ...payment, account_ref })));
    const [other] = await native.ingest(payment);
    while (await pipeline.round());
    expect((await native.events.event(native.tenantId, other!))!.status).toBe('processed');
    expect(pipeline.lanes.busy()).toMatchObject({ tenants: [pipeline.tenantId] });
    expect(pipeline.lanes.busy().subjects).toHaveLength(4);
    release();
    await pipeline.lanes.idle();
    await pipeline.drain();
    expect(pipeline.provider.asked).toHaveLength(6);
    expect(pipeline.lanes.busy()).toEqual({ tenants: [], subjects: [] });
  });

  it('a round does not wait for the provider of a tenant whose mode has just changed', async () => {
    await pipeline.customer(['acc']);
    await pipeline.ingest(payment);
    await pipeline.drain(); // the settings are read
    await pipeline.provide('screening');
    const release = pipeline.provider.hang();
    const [id, next] = await pipeline.ingest(payment, payment);
    await pipeline.round();
    expect(pipeline.lanes.tenants()).toEqual([pipeline.tenantId]);
    release();
    await pipeline.lanes.idle();
    expect(await pipeline.stageOf(id!, 'screening')).toMatchObject({ mode: 'plugin', result: 'clear' });
    // One outcome is stored before the next event waits for the provider.
    expect(pipeline.provider.asked).toHaveLength(1);
    await pipeline.drain();
    expect(await pipeline.stageOf(next!, 'screening')).toMatchObject({ mode: 'plugin', result: 'clear' });
  });

  it('a backlog of one tenant does not hide the events of another, also while its lane has free places', async () => {
    await pipeline.provide('screening');
    await pipeline.customer(['first']);
    const native = new TestPipeline(database, test.owner);
    await native.customer(['acc']);
    const release = pipeline.provider.hang();
    await pipeline.ingest({ ...payment, account_ref: 'first' });
    while (await pipeline.round());
    await pipeline.ingest(...Array.from({ length: 600 }, (_, n) => ({ ...payment, account_ref: `later-${n}` })));
    const [other] = await native.ingest(payment);
    await pipeline.round();
    release();
    await pipeline.lanes.idle();
    expect((await native.events.event(native.tenantId, other!))!.status).toBe('processed');
  });

  it('the oldest events of a tenant go to its lane first', async () => {
    await pipeline.provide('screening');
    const refs = Array.from({ length: 12 }, (_, n) => `acc-${n}`);
    for (const ref of [...refs].reverse()) await pipeline.customer([ref]);
    for (const account_ref of refs)
      await pipeline.ingest({ ...payment, account_ref, counterparty: { name: account_ref } });
    await pipeline.drain();
    const asked = (pipeline.provider.asked as ScreeningRequest[]).map(({ subjects }) => subjects[0]!.name);
    expect(asked.slice(0, 4).sort()).toEqual(refs.slice(0, 4));
    expect(asked.slice(4, 8).sort()).toEqual(refs.slice(4, 8));
  });
});
