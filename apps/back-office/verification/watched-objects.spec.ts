import { data } from '../../../testing/test-office';
import { DAY_MS, health, makeTenant, test, type Tenant, verifying } from '../testing/verifying-office';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const MINUTES_MS = 5 * 60_000;

let tenant: Tenant;

const notices = async () => data(await test.api.get(`/tenants/${tenant.slug}/notices?kind=verification_failed`));
const plant = (name: string) =>
  test.owner.execute(
    `CREATE TRIGGER ${name} BEFORE INSERT ON ledger.explained_audit FOR EACH ROW EXECUTE FUNCTION event_store.refuse_change()`,
  );
const remove = (name: string) => test.owner.execute(`DROP TRIGGER ${name} ON ledger.explained_audit`);

async function lookLater(ms = MINUTES_MS): Promise<void> {
  test.time.pass(ms);
  await test.compareObjects();
}

describe('the objects of the database', () => {
  verifying('ledgers');
  beforeEach(async () => {
    tenant = await makeTenant();
  });

  it('raise nothing while they are as the migrations made them', async () => {
    await lookLater();
    expect(await notices()).toEqual([]);
    expect((await health()).body.details.verification).toBe('ok');
  });

  it('that differ have one notice, which names them, until they agree again', async () => {
    await plant('one');
    await lookLater();
    await lookLater();
    const about = { subject: 'database objects', severity: 'critical', tenant_id: null };
    expect(await notices()).toMatchObject([{ ...about, status: 'open', occurrence: 1 }]);
    expect((await notices())[0].message).toContain('trigger ledger.explained_audit.one (added)');
    expect(await health()).toMatchObject({ status: 200, body: { details: { verification: 'failed' } } });
    expect((await health()).metrics).toContain('probity_verification_failed{kind="database_objects"} 1');

    await plant('two');
    await lookLater();
    expect(await notices()).toMatchObject([{ ...about, status: 'open', occurrence: 2, data: { objects: 2 } }]);

    await remove('one');
    await remove('two');
    await lookLater();
    expect(await notices()).toMatchObject([{ ...about, status: 'settled', settled_by: 'system' }]);
    expect((await health()).metrics).toContain('probity_verification_failed{kind="database_objects"} 0');
  });

  it('are not compared while an upgrade is in progress; after a day, a notice says so', async () => {
    await test.owner.execute(
      "INSERT INTO probity_migrations (timestamp, name) VALUES (9000000000000, 'OfANewerVersion')",
    );
    await plant('of_a_newer_version');
    await lookLater();
    await lookLater(DAY_MS - MINUTES_MS);
    expect(await notices()).toEqual([]);
    await lookLater();
    expect(await notices()).toMatchObject([{ severity: 'high', status: 'open' }]);
    expect((await notices())[0].message).toMatch(/^The table probity_migrations has had other migrations/);
  });
});
