import { randomUUID } from 'node:crypto';
import { NO_FOUR_EYES } from '@probity/contracts/proposals/policy';
import { data, refused, startTestOffice, type TestOffice } from '../../../testing/test-office';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const WHY = { reason: 'because' };
const OFF = JSON.stringify(NO_FOUR_EYES);
const PUT = `
  INSERT INTO back_office.four_eyes_policies (tenant_id, version, policy, changed_at) VALUES ($1, $2, $3, now())
  ON CONFLICT (tenant_id) DO UPDATE SET version = excluded.version, policy = excluded.policy`;
const DELETE = 'DELETE FROM back_office.four_eyes_policies WHERE tenant_id = $1';

describe('a row that says for which changes a tenant needs two people', () => {
  let test: TestOffice;
  let tenant: { id: string; slug: string };

  async function newTenant(fourEyes: boolean): Promise<void> {
    const slug = `t-${randomUUID()}`;
    const { id } = data(await test.api.post('/tenants', { slug, name: 'T', four_eyes: fourEyes, ...WHY }), 201);
    tenant = { id, slug };
  }

  const patch = (path: string, body: object) =>
    test.api.send('PATCH', `/tenants/${tenant.slug}${path}`, JSON.stringify({ ...body, ...WHY }));
  const setSettings = () => patch('/settings', { settings: { screening: { threshold: 0.91 } } });
  const demand = async (policy: object) => data(await patch('/four-eyes', { policy }));
  const demanded = async () => data(await test.api.get(`/tenants/${tenant.slug}/four-eyes`));

  async function expectNotice(): Promise<void> {
    await test.reportContradictions();
    const notices = data(await test.api.get('/notices?limit=100'));
    const subject = `four_eyes_policy/${tenant.id}`;
    expect(notices).toContainEqual(expect.objectContaining({ kind: 'forged_grant', subject, severity: 'critical' }));
  }

  beforeAll(async () => {
    test = await startTestOffice();
  }, 60_000);
  afterAll(() => test?.stop());

  it.each([
    ['that was inserted', false, [PUT, 1, OFF]],
    ['that was inserted as if the tenant had been created without', false, [PUT, 0, OFF]],
    ['that was changed', true, [PUT, 1, OFF]],
    ['of a version that the tenant has not', true, [PUT, 2, OFF]],
    ['that was set back', true, [PUT, 0, OFF]],
  ] as const)('switches the second person off for nothing: one %s', async (_, hasOne, [statement, ...values]) => {
    await newTenant(!hasOne);
    if (hasOne) await demand({ settings: true });
    const before = await demanded();
    await test.owner.query(statement, [tenant.id, ...values]);
    data(await setSettings(), 202);
    expect(await demanded()).toEqual(before);
    expect(data(await patch('/four-eyes', { policy: { settings: false, expires_after_hours: 1 } }), 202)).toMatchObject(
      {
        shown: { settings: { before: true, after: false } },
      },
    );
    await expectNotice();
  });

  it('is missed when it was deleted', async () => {
    await newTenant(true);
    await demand({ institution_rules: true });
    expect((await test.owner.query(DELETE, [tenant.id])).rowCount).toBe(1);
    expect(await demanded()).toMatchObject({ version: 1, policy: { institution_rules: true } });
    await expectNotice();
  });

  it('switches the second person on for nothing when it was changed or deleted', async () => {
    await newTenant(false);
    expect((await test.owner.query(DELETE, [tenant.id])).rowCount).toBe(1);
    data(await setSettings());
    await expectNotice();
  });

  it('counts for nothing either when the row of its tenant was set back with it', async () => {
    await newTenant(false);
    await demand({ settings: true });
    await test.owner.query(PUT, [tenant.id, 0, OFF]);
    await test.owner.query('UPDATE back_office.tenants SET revision = 0 WHERE id = $1', [tenant.id]);
    data(await setSettings(), 202);
  });

  it('does not replace events that were deleted', async () => {
    await newTenant(false);
    await demand({ settings: true });
    await test.owner.transaction(async (sql) => {
      await sql.query("SET LOCAL session_replication_role = 'replica'");
      const cut = 'DELETE FROM event_store.events WHERE stream = $1 AND revision > 0';
      expect((await sql.query(cut, [`tenant-${tenant.id}`])).rowCount).toBe(1);
    });
    refused(await setSettings(), 503, /^stored events of this object are missing/);
  });
});
