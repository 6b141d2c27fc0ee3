import { randomUUID } from 'node:crypto';
import { ROLES } from '@probity/persistence/roles';
import type { Database, Sql } from '@probity/persistence/database';
import { createTestDatabase } from '../../../testing/test-database';
import { type AuditTrail, recordAudits } from '../audit/audit-entry';
import { ChangeQueries } from './change-queries';

const [TENANT, OTHER] = [randomUUID(), randomUUID()];

describe('changes', () => {
  let test: Awaited<ReturnType<typeof createTestDatabase>>;
  let queries: ChangeQueries;
  let customerRisk: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    customerRisk = await test.as(ROLES.customerRisk);
    queries = new ChangeQueries(await test.as(ROLES.backOffice));
  });
  afterAll(() => test?.drop());

  const entry = (subject_type: 'alert' | 'case', tenant_id: string | null = TENANT) => ({
    ...{ id: randomUUID(), tenant_id, subject_type, subject_id: 's', action: 'a.b', actor: 'system' },
    ...{ actor_name: null, reason: null, cause: null, data: {}, at: new Date() },
  });
  const change = (sql: Sql, ...subjects: ('alert' | 'case')[]) =>
    recordAudits(
      sql,
      'customer_risk',
      subjects.map((subject) => entry(subject)),
    );
  const alert = { tenant_id: TENANT, subject_type: 'alert' };

  it('are told once each, for the tenants that are asked about', async () => {
    const before = await queries.snapshot();
    await change(customerRisk, 'alert', 'alert', 'case');
    await recordAudits(customerRisk, 'customer_risk', [entry('alert', OTHER)]);
    const { changes, snapshot } = await queries.since(before, [TENANT]);
    expect(changes).toHaveLength(2);
    expect(changes).toEqual(expect.arrayContaining([alert, { ...alert, subject_type: 'case' }]));
    expect((await queries.since(snapshot, [TENANT, OTHER])).changes).toEqual([]);
  });

  it('are told when they commit, in whatever order their transactions began', async () => {
    let [snapshot, changes] = [await queries.snapshot(), [] as unknown[]];
    const look = async () => ({ snapshot, changes } = await queries.since(snapshot, [TENANT]));
    await customerRisk.transaction(async (sql) => {
      await change(sql, 'case');
      await change(test.owner, 'alert');
      await look();
      expect(changes).toEqual([alert]);
      await look();
      expect(changes).toEqual([]);
    });
    await look();
    expect(changes).toEqual([{ ...alert, subject_type: 'case' }]);
  });

  it('are forgotten when they could be read before, and no earlier', async () => {
    const before = await queries.snapshot();
    await change(customerRisk, 'alert');
    await queries.forgetBefore(before);
    expect((await queries.since(before, [TENANT])).changes).toEqual([alert]);
    await queries.forgetBefore(await queries.snapshot());
    expect((await queries.since(before, [TENANT])).changes).toEqual([]);
  });

  it.each<AuditTrail>(['back_office', 'customer_risk', 'ledger', 'pipeline', 'webhooks', 'platform'])(
    'follow from the audit trail %s',
    async (trail) => {
      const before = await queries.snapshot();
      await recordAudits(test.owner, trail, [entry('alert')]);
      expect((await queries.since(before, [TENANT])).changes).toEqual([alert]);
    },
  );

  it('cannot be written by a service itself', async () => {
    const write = "INSERT INTO platform.changes (subject_type) VALUES ('alert')";
    await expect(customerRisk.query(write)).rejects.toThrow(/permission denied/);
  });
});
