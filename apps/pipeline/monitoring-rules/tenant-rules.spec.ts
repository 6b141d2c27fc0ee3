import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { DEFAULT_RULES } from '@probity/monitoring/default-rules';
import type { Database } from '@probity/persistence/database';
import { TenantRules } from './tenant-rules';
import { test, database, rules, tenant, save, change } from './testing/rule-scene';

describe('the rules that evaluate events', () => {
  let tenantRules: TenantRules;
  let asked: string[];
  beforeEach(() => {
    asked = [];
    const counted = {
      query: (text: string, values?: unknown[]) => {
        asked.push(text);
        return database.query(text, values);
      },
    };
    tenantRules = new TenantRules(counted as Database, rules, pino({ level: 'silent' }));
  });
  const idsOf = async (tenantId: string): Promise<string[]> => [...(await tenantRules.current(tenantId)).byId.keys()];

  it('are the default pack for a tenant that never had any', async () => {
    const { rules: set, byId } = await tenantRules.current(tenant);
    expect([...byId.values()].map(({ definition: { name } }) => name).sort()).toEqual(
      DEFAULT_RULES.map(({ definition: { name } }) => name).sort(),
    );
    expect(set.aggregates.length).toBeGreaterThan(0);
  });

  it('are the active and shadow rules of each tenant', async () => {
    const active = await save('active');
    const shadow = await save('shadow');
    const disabled = await save('disabled');
    const other = randomUUID();
    const found = await tenantRules.currentOf([tenant, other]);
    expect([...found.get(tenant)!.byId.keys()]).toEqual(expect.arrayContaining([active.id, shadow.id]));
    expect(found.get(tenant)!.byId.get(shadow.id)).toMatchObject({ version: 1, mode: 'shadow' });
    expect(found.get(tenant)!.byId.has(disabled.id)).toBe(false);
    expect(found.get(other)!.byId.size).toBe(DEFAULT_RULES.length);
  });

  it('include every confirmed change', async () => {
    const { id } = await save();
    expect(await idsOf(tenant)).toContain(id);
    await change(id, { mode: 'disabled' });
    expect(await idsOf(tenant)).not.toContain(id);
    await change(id, { mode: 'shadow' });
    expect(await idsOf(tenant)).toContain(id);
  });

  it('are read by one query for concurrent callers, and are compiled once', async () => {
    const first = await tenantRules.current(tenant);
    asked = [];
    const again = await Promise.all(Array.from({ length: 20 }, () => tenantRules.current(tenant)));
    expect(asked).toHaveLength(1);
    expect(new Set(again.map(({ rules: set }) => set))).toEqual(new Set([first.rules]));
  });

  it('skip a stored rule that no longer compiles, and keep the others', async () => {
    const { id } = await save();
    const count = (await idsOf(tenant)).length;
    await test.owner.query('UPDATE pipeline.monitoring_rules SET definition = \'{"name": 1}\' WHERE id = $1', [id]);
    await save('disabled'); // any change causes a new read
    expect(await idsOf(tenant)).toHaveLength(count - 1);
  });
});
