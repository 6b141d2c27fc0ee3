import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { projectTenantEvents, type RecordedTenantEvent } from './tenant-projection';

const TENANTS = 200;
const AT_ONCE = 4;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function created(slug: string, tenant_id: string = randomUUID()): RecordedTenantEvent {
  const data = { tenant_id, slug, name: slug, created_at: '2026-03-02T09:15:00.000Z' };
  return { id: randomUUID(), stream: `tenant-${tenant_id}`, revision: 0, type: 'TenantCreated', data };
}

const project = (event: RecordedTenantEvent): Promise<void> =>
  database.owner.transaction((sql) => projectTenantEvents(sql, [event]));

describe('the creation of a tenant', () => {
  it('is projected once when the writer and a follower project it at the same moment', async () => {
    for (let n = 0; n < TENANTS; n++) {
      const event = created(`bank-${n}`);
      await Promise.all(Array.from({ length: AT_ONCE }, () => project(event)));
    }
    const { rows } = await database.owner.query('SELECT count(*)::int AS tenants FROM back_office.tenants');
    expect(rows).toEqual([{ tenants: TENANTS }]);
  });

  it('fails when another tenant has the slug', async () => {
    await project(created('taken'));
    await expect(project(created('taken'))).rejects.toThrow('slug "taken" belongs to another tenant');
  });
});
