import { of } from 'rxjs';
import { data, refused } from '../../../testing/test-office';
import { at, office, patch, replies, test, WHY } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const AUDIT =
  'SELECT action, actor, reason, data FROM back_office.audit_events WHERE subject_type = $1 AND subject_id = $2';

async function limits(): Promise<{ version: number; values: Record<string, number> }> {
  const { version, limits: list } = data(await office.get(at('/limits')));
  return { version, values: Object.fromEntries(list.map(({ name, value }: any) => [name, value])) };
}

describe('the limits of a tenant', () => {
  it('are the defaults, each with its bounds and its use', async () => {
    const current = data(await office.get(at('/limits')));
    expect(current.version).toBe(0);
    expect(current.limits).toContainEqual({
      name: 'ledgers',
      value: 10_000,
      default: 10_000,
      minimum: 0,
      maximum: 1_000_000,
      unit: 'ledgers',
      description: expect.any(String),
      in_use: 0,
    });
  });

  it('are changed one by one, with an audit entry of each change', async () => {
    const changed = data(await patch('/limits', { limits: { ledgers: 500, accounts: 50_000 }, ...WHY }));
    expect(changed).toMatchObject({ version: 1, notes: [] });
    data(await patch('/limits', { limits: { ledgers: null }, ...WHY, expected_version: 1 }));
    expect(await limits()).toMatchObject({ version: 2, values: { ledgers: 10_000, accounts: 50_000 } });
    const { id } = data(await office.get(at('')));
    const { rows } = await test.owner.query(`${AUDIT} ORDER BY data->'version'`, ['limits', id]);
    const by = { action: 'limits.changed', actor: 'staff:operator', reason: 'because' };
    expect(rows).toEqual([
      {
        ...by,
        data: {
          version: 1,
          before: { ledgers: 10_000, accounts: 1_000_000 },
          after: { ledgers: 500, accounts: 50_000 },
        },
      },
      { ...by, data: { version: 2, before: { ledgers: 500 }, after: { ledgers: 10_000 } } },
    ]);
  });

  it('have no new version when nothing changes', async () => {
    expect(data(await patch('/limits', { limits: { ledgers: 10_000 }, ...WHY }))).toMatchObject({ version: 0 });
  });

  it('are not changed by a request with an invalid limit, or on an outdated version', async () => {
    const invalid = await patch('/limits', { limits: { ledgers: 5, request_burst: 0 }, ...WHY });
    refused(invalid, 400, /^request_burst must be a whole number of requests from 1 to 1000000, or null/);
    data(await patch('/limits', { limits: { ledgers: 7 }, ...WHY }));
    const late = await patch('/limits', { limits: { ledgers: 8 }, ...WHY, expected_version: 0 });
    refused(late, 400, /^expected_version is 0, but the limits have version 1/);
    expect(await limits()).toMatchObject({ version: 1, values: { ledgers: 7 } });
  });

  it('are restored by a rebuild from the events', async () => {
    data(await patch('/limits', { limits: { webhook_endpoints: 3 }, ...WHY }));
    await test.owner.query('UPDATE back_office.tenant_limits SET limits = $1', ['{}']);
    expect((await limits()).values.webhook_endpoints).toBe(100);
    replies['ledger.rebuild-projections'] = () => of({ streams: 0, streams_done: 0, events: 0, done: true });
    await test.rebuild();
    expect((await limits()).values.webhook_endpoints).toBe(3);
  });
});
