import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { ANY } from '../testing/any-transaction';
import { TestPipeline } from '../testing/test-pipeline';
import { claimSubjects } from './claim';
import { DueSubjects } from './due-subjects';

const NONE = { tenants: [], subjects: [] };
const many = (count: number, account_ref: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => ({ account_ref: account_ref(n) }));

describe('tenants take turns in the inbox', () => {
  let test: TestDatabase;
  let database: Database;
  let busy: TestPipeline;
  let calm: TestPipeline;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    await test.owner.query('DELETE FROM pipeline.inbox');
    [busy, calm] = [new TestPipeline(database, test.owner), new TestPipeline(database, test.owner)];
    await calm.customer(['calm']);
  });

  const statusOf = async (pipeline: TestPipeline, id: string) =>
    (await pipeline.events.event(pipeline.tenantId, id))!.status;

  it.each([
    ['of many customers', (n: number) => `acc ${n}`],
    ['of one customer', () => 'acc'],
  ])('the next round has the event of a tenant that has one, behind a burst %s', async (_of, account_ref) => {
    await busy.customer(['acc']);
    await busy.ingest(...many(700, account_ref));
    const [id] = await calm.ingest({ account_ref: 'calm' });
    const due = await new DueSubjects(database).next(NONE);
    expect(
      due
        .slice(0, 2)
        .map(({ tenant_id }) => tenant_id)
        .sort(),
    ).toEqual([busy.tenantId, calm.tenantId].sort());
    expect(due.reduce((sum, { most }) => sum + most, 0)).toBe(500);
    await busy.round();
    await busy.lanes.idle();
    expect(await statusOf(calm, id!)).toBe('processed');
  });

  it('a claim reads few large events of a tenant, and the others later', async () => {
    await busy.customer(['acc']);
    const note = 'x'.repeat(1_000_000);
    const ids = await busy.ingest(...Array.from({ length: 12 }, () => ({ account_ref: 'acc', note })));
    const due = await new DueSubjects(database).next(NONE);
    const claim = await database.transaction((sql) => claimSubjects(sql, due));
    expect(claim.subjects[0]!.events.map(({ event_id }) => event_id)).toEqual(ids.slice(0, 5));
  });

  it('tenants with many events share a claim evenly, and it is full', async () => {
    const third = new TestPipeline(database, test.owner);
    for (const pipeline of [busy, calm, third]) await pipeline.ingest(...many(400, (n) => `acc ${n}`));
    const due = await new DueSubjects(database).next(NONE);
    const of = ({ tenantId }: TestPipeline) => due.filter(({ tenant_id }) => tenant_id === tenantId).length;
    expect(due).toHaveLength(500);
    for (const pipeline of [busy, calm, third]) expect([166, 167]).toContain(of(pipeline));
  });

  it('an event waits for its round, and not for the work of another tenant that takes longer', async () => {
    await busy.customer(['acc']);
    busy.setRules([ANY]);
    let release = (): void => {};
    const hanging = new Promise<void>((resolve) => (release = resolve));
    busy.onReport = ({ tenant_id }) => (tenant_id === busy.tenantId ? hanging : undefined);
    const [slow] = await busy.ingest({ account_ref: 'acc' });
    await busy.round();
    expect(await statusOf(busy, slow!)).toBe('pending');

    const [behind] = await busy.ingest({ account_ref: 'acc' });
    const [id] = await calm.ingest({ account_ref: 'calm' });
    await busy.round();
    expect(await statusOf(calm, id!)).toBe('processed');
    expect(await statusOf(busy, behind!)).toBe('pending');

    release();
    await busy.lanes.idle();
    await busy.drain();
    expect([await statusOf(busy, slow!), await statusOf(busy, behind!)]).toEqual(['processed', 'processed']);
    expect(busy.reported.filter(({ tenant_id }) => tenant_id === busy.tenantId)).toHaveLength(2);
  });
});
