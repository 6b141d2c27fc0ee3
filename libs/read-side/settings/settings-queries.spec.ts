import { randomUUID } from 'node:crypto';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import { ROLES } from '@probity/persistence/roles';
import { DEFAULT_THRESHOLD } from '@probity/screening/score-names';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { projectTenantEvents, type RecordedTenantEvent } from '../tenants/tenant-projection';
import { DEFAULT_SETTINGS, withDefaults } from './default-settings';
import { SettingsQueries } from './settings-queries';

describe('the default settings', () => {
  it('have the threshold that screening was tuned for', () => {
    expect(DEFAULT_SETTINGS.screening.threshold).toBe(DEFAULT_THRESHOLD);
  });

  it('replace fields that are left out', () => {
    expect(withDefaults({})).toEqual(DEFAULT_SETTINGS);
    expect(withDefaults({ screening: { threshold: 0.9 }, scoring: { home_country: 'CH' } })).toEqual({
      ...DEFAULT_SETTINGS,
      screening: { threshold: 0.9, thresholds: [], lists: null },
      scoring: { home_country: 'CH' },
    });
  });
});

describe('the settings of tenants', () => {
  let test: TestDatabase;
  beforeAll(async () => (test = await createTestDatabase()));
  afterAll(() => test?.drop());

  /** Creates a tenant and changes its settings once for each threshold. */
  async function tenantWith(thresholds: number[]): Promise<{ id: string; settings: ComplianceSettings[] }> {
    const tenant_id = randomUUID();
    const at = (second: number): string => new Date(Date.UTC(2026, 2, 1, 0, 0, second)).toISOString();
    const settings = thresholds.map((threshold) => withDefaults({ screening: { threshold, lists: ['un-sc'] } }));
    const created: TenantEvent = {
      type: 'TenantCreated',
      data: { tenant_id, slug: tenant_id, name: 'T', created_at: at(0) },
    };
    const changes = settings.map((one, index): TenantEvent => {
      const about = { reason: `reason ${index + 1}`, officer: 'j.smith', changed_at: at(index + 1) };
      return {
        type: 'ComplianceSettingsChanged',
        data: { tenant_id, version: index + 1, settings: one, ...about },
      };
    });
    const recorded = [created, ...changes].map((event, revision) => ({
      ...event,
      id: randomUUID(),
      stream: `tenant-${tenant_id}`,
      revision,
    })) as RecordedTenantEvent[];
    await projectTenantEvents(test.owner, recorded);
    await projectTenantEvents(test.owner, recorded); // projected again, as after a crash
    return { id: tenant_id, settings };
  }

  it('are the defaults until they are changed', async () => {
    const { id } = await tenantWith([]);
    const queries = new SettingsQueries(test.owner);
    expect(await queries.current(id)).toEqual({ version: 0, settings: DEFAULT_SETTINGS });
    expect(await queries.versions(id, { limit: 10, offset: 0 })).toEqual([]);
  });

  it('are those of the last change; every version is kept', async () => {
    const { id, settings } = await tenantWith([0.6, 0.8, 0.9]);
    await tenantWith([0.5]);
    const queries = new SettingsQueries(test.owner);
    expect(await queries.current(id)).toEqual({ version: 3, settings: settings[2] });
    const versions = await queries.versions(id, { limit: 2, offset: 1 });
    expect(versions).toEqual([
      {
        version: 2,
        settings: settings[1],
        reason: 'reason 2',
        officer: 'j.smith',
        changed_at: '2026-03-01T00:00:02.000Z',
      },
      {
        version: 1,
        settings: settings[0],
        reason: 'reason 1',
        officer: 'j.smith',
        changed_at: '2026-03-01T00:00:01.000Z',
      },
    ]);
  });

  it('get the defaults of fields that did not exist when they were stored', async () => {
    const { id } = await tenantWith([0.6]);
    await test.owner.query(
      "UPDATE back_office.compliance_settings SET settings = settings - 'monitoring' - 'retention' WHERE tenant_id = $1",
      [id],
    );
    const { settings } = await new SettingsQueries(test.owner).current(id);
    expect(settings.monitoring).toEqual(DEFAULT_SETTINGS.monitoring);
    expect(settings.retention).toEqual({ provider_payload_years: 5, customer_years: 5 });
    expect(settings.screening.threshold).toBe(0.6);
  });

  it('have an audit trail with the officer and the reason of each change', async () => {
    const { id } = await tenantWith([0.6]);
    const { rows } = await test.owner.query(
      'SELECT subject_type, subject_id, action, actor_type, actor, reason, data FROM back_office.audit_events WHERE tenant_id = $1',
      [id],
    );
    const subject = { subject_type: 'settings', subject_id: id, action: 'settings.changed' };
    const actor = { actor_type: 'staff', actor: 'staff:j.smith', reason: 'reason 1' };
    expect(rows).toEqual([{ ...subject, ...actor, data: { version: 1, changed: ['screening'] } }]);
  });

  it.each([ROLES.customerRisk, ROLES.pipeline, ROLES.gateway])('can be read but not changed by %s', async (role) => {
    const { id, settings } = await tenantWith([0.75]);
    const database = await test.as(role);
    expect(await new SettingsQueries(database).current(id)).toEqual({ version: 1, settings: settings[0] });
    await expect(
      database.query('DELETE FROM back_office.compliance_settings WHERE tenant_id = $1', [id]),
    ).rejects.toThrow(/permission denied/);
  });
});
