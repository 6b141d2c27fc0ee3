import { randomUUID } from 'node:crypto';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { manyEvents } from '../testing/many-events';
import { WatchedWrites } from '../testing/watched-writes';
import { DueSubjects } from './due-subjects';

const NONE = { tenants: [], subjects: [] };

describe('a look for due subjects', () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());
  beforeEach(() => test.owner.query('DELETE FROM pipeline.inbox'));

  const events = (tenant: string, prefix: string, count: number, due = '0 s') =>
    test.owner.query(
      `INSERT INTO pipeline.inbox (event_id, tenant_id, event_type, payload, subject, status, due_at, received_at)
       SELECT gen_random_uuid(), $1, 'transaction', '{}', $2 || lpad(n::text, 6, '0'), 'pending', now() + $4::interval,
         now()
       FROM generate_series(1, $3) AS n`,
      [tenant, prefix, count, due],
    );

  /** The rows of the inbox that a look read. */
  const rowsReadBy = async (busy: string[]): Promise<number> => {
    const watched = new WatchedWrites(database);
    await new DueSubjects(watched.database).next({ tenants: [], subjects: busy });
    return watched.mostRead;
  };

  it.each([
    ['is in a lane of this process', false],
    ['is claimed by another process', true],
  ])('reads few of the events of a customer that %s', async (_how, isClaimed) => {
    const [busy, calm, customer] = [randomUUID(), randomUUID(), randomUUID()];
    await manyEvents(test.owner, { tenant_id: busy, account_ref: 'acc', customer_id: customer }, 20_000, 'pending');
    await events(calm, 'customer:', 5);
    await test.owner.execute('ANALYZE pipeline.inbox');
    const subject = `customer:${customer}`;
    await test.owner.query(
      `INSERT INTO pipeline.subjects (subject, claim, lease_until)
       SELECT $1, gen_random_uuid(), now() + interval '1 hour' WHERE $2`,
      [subject, isClaimed],
    );
    expect(await rowsReadBy(isClaimed ? [] : [subject])).toBeLessThan(100);
  });

  it('reads each event once when Postgres has planned the look for few events', async () => {
    const tenant = randomUUID();
    await events(tenant, 'customer:a', 25);
    await test.owner.execute('VACUUM ANALYZE pipeline.inbox');
    for (let looks = 0; looks < 10; looks++) await rowsReadBy([]);
    await events(tenant, 'customer:b', 1_400);
    expect(await rowsReadBy([])).toBeLessThan(1_600);
  });

  it('goes on after the subjects that it saw, until each had its turn', async () => {
    await events(randomUUID(), 'customer:', 1_400);
    const look = new DueSubjects(database);
    const seen = new Set<string>();
    for (let looks = 0; looks < 3; looks++) for (const { subject } of await look.next(NONE)) seen.add(subject);
    expect(seen.size).toBe(1_400);
    expect(await look.next(NONE)).toHaveLength(500); // from the first one again
  });

  it('finds a due subject behind many that wait for a retry', async () => {
    const tenant = randomUUID();
    await events(tenant, 'customer:a', 6_000, '1 hour');
    await events(tenant, 'customer:b', 1);
    const look = new DueSubjects(database);
    const found: string[] = [];
    do found.push(...(await look.next(NONE)).map(({ subject }) => subject));
    while (look.hasMore);
    expect(found).toEqual(['customer:b000001']);
    expect(await look.next(NONE)).toEqual([]);
    for (let looks = 0; looks < 5; looks++) await look.next(NONE);
    await events(tenant, 'customer:c', 1);
    const again: string[] = [];
    for (let looks = 0; looks < 4; looks++) again.push(...(await look.next(NONE)).map(({ subject }) => subject));
    expect(again).toContain('customer:c000001');
  });

  it('rests when all subjects wait for a retry', async () => {
    await events(randomUUID(), 'customer:', 6_000, '1 hour');
    const look = new DueSubjects(database);
    const more: boolean[] = [];
    for (let looks = 0; looks < 6; looks++) {
      await look.next(NONE);
      more.push(look.hasMore);
    }
    expect(more).toContain(false);
  });

  it('gives the subjects of a tenant turns, however many events one of them has', async () => {
    const tenant_id = randomUUID();
    await manyEvents(test.owner, { tenant_id, account_ref: 'a', customer_id: randomUUID() }, 2_000, 'pending');
    await events(tenant_id, 'customer:z', 3);
    const due = await new DueSubjects(database).next(NONE);
    expect(due).toHaveLength(4);
    expect(Math.max(...due.map(({ most }) => most))).toBeGreaterThan(200);
  });
});
