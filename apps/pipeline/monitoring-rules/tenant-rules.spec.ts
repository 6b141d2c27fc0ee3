import { randomUUID } from 'node:crypto';
import { DEFAULT_RULES } from '@probity/monitoring/default-rules';
import type { Database } from '@probity/persistence/database';
import { TenantRules } from './tenant-rules';
import { database, rules, tenant, save, change } from './testing/rule-scene';

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
    tenantRules = new TenantRules(counted as Database, rules);
  });
  const idsOf = async (tenantId: string): Promise<string[]> => [...(await tenantRules.current(tenantId)).byId.keys()];

  it('are the default pack for a tenant that never had any', async () => {
    const { definitions, byId } = await tenantRules.current(tenant);
    expect([...byId.values()].map(({ definition: { name } }) => name).sort()).toEqual(
      DEFAULT_RULES.map(({ definition: { name } }) => name).sort(),
    );
    expect(definitions.map(({ definition }) => definition)).toEqual(
      [...byId.values()].map(({ definition }) => definition),
    );
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

  it('are read by one query for concurrent callers, and are one object until a rule changes', async () => {
    const first = await tenantRules.current(tenant);
    asked = [];
    const again = await Promise.all(Array.from({ length: 20 }, () => tenantRules.current(tenant)));
    expect(asked).toHaveLength(1);
    expect(new Set(again)).toEqual(new Set([first]));
    await save();
    expect((await tenantRules.current(tenant)).name).not.toBe(first.name);
  });
});
