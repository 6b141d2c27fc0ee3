import { pino } from 'pino';
import { changeKycStatus } from '@probity/contracts/customers/commands';
import { customerStream } from '@probity/contracts/customers/events';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { RestoredReadSide } from '@probity/event-store/restored-read-side';
import { ROLES } from '@probity/persistence/roles';
import { Metrics } from '@probity/platform/metrics';
import { PROJECTIONS } from './projections';
import { type CustomerRiskFixture, sealing, startCustomerRiskFixture } from './testing/customer-risk-fixture';

let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture();
});
afterAll(() => service.stop());

/** What a start of the service does, and in the end its stop. */
async function startAndStop(): Promise<void> {
  const database = await service.database.as(ROLES.customerRisk);
  const store = sealing(new PostgresEventStore(database), database);
  const parts = { store, database, logger: pino({ level: 'silent' }), metrics: new Metrics() };
  const restored = new RestoredReadSide('customer-risk', PROJECTIONS, parts);
  await restored.catchUp();
  restored.start();
  await restored.stop();
}

const TABLES = ['customers', 'claims', 'audit_events', 'risk_history', 'search_terms', 'projected_up_to'];

/** Keeps the read side as it is now. Returns what puts it back. */
async function backup(): Promise<() => Promise<void>> {
  const { owner } = service.database;
  for (const table of TABLES)
    await owner.execute(
      `DROP TABLE IF EXISTS public.${table}; CREATE TABLE public.${table} AS TABLE customer_risk.${table}`,
    );
  return () =>
    owner.transaction(async (sql) => {
      await sql.query('SET LOCAL session_replication_role = replica');
      for (const table of TABLES) {
        await sql.query(`DELETE FROM customer_risk.${table}`);
        await sql.query(`INSERT INTO customer_risk.${table} SELECT * FROM public.${table}`);
      }
    });
}

const customer = (id: string) => service.customers.customer(service.tenantId, id);
const changeKyc = (customer_id: string, to: 'in_review' | 'rejected') => {
  const by = { actor_type: 'staff' as const, actor: 'j.smith', reason: 'a check' };
  return service.commands.send(changeKycStatus, { tenant_id: service.tenantId, customer_id, to, ...by });
};

describe('a read side that was restored to an older state than its events', () => {
  it('has what it lacked when its service has started', async () => {
    const { id } = await service.create();
    await startAndStop();
    const restore = await backup();
    await changeKyc(id, 'rejected');
    const created = await service.create();
    await restore();
    expect(await customer(created.id)).toBeUndefined();
    expect(await customer(id)).toMatchObject({ kyc_status: 'pending' });

    await startAndStop();
    expect(await customer(created.id)).toEqual(created);
    expect(await customer(id)).toMatchObject({ kyc_status: 'rejected' });
    await expect(service.create({ email: created.email })).rejects.toMatchObject({ code: 'email_taken' });
  });

  it('gets what it lacks of an object before a change, if nothing has noticed it', async () => {
    const { id } = await service.create();
    const restore = await backup();
    await changeKyc(id, 'rejected');
    await restore();
    expect(await changeKyc(id, 'in_review')).toMatchObject({ kyc_status: 'in_review' });
    expect(await customer(id)).toMatchObject({ kyc_status: 'in_review' });
  });

  it('makes a change fail that says how to repair it, if it cannot be completed', async () => {
    const { id } = await service.create();
    await changeKyc(id, 'rejected');
    const { owner } = service.database;
    await owner.query('UPDATE customer_risk.customers SET revision = 0 WHERE id = $1', [id]);
    await owner.execute(`
      CREATE FUNCTION public.keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER keep BEFORE UPDATE ON customer_risk.customers FOR EACH ROW EXECUTE FUNCTION public.keep()`);
    const refused = { code: 'read_side_behind', message: expect.stringContaining('probity projections rebuild --all') };
    await expect(changeKyc(id, 'in_review')).rejects.toMatchObject(refused);
    const { rows } = await owner.query('SELECT stream FROM platform.contradictions');
    expect(rows).toEqual([{ stream: customerStream(id) }]);
    await owner.execute('DROP TRIGGER keep ON customer_risk.customers');
  });
});
