import { data } from '../../../testing/test-office';
import { of } from 'rxjs';
import { office, sent, test } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const COMMANDS = [
  'ledger.verify-projections',
  'pipeline.verify-pipeline',
  'webhooks.verify-endpoints',
  'customer-risk.verify-customers',
  'pipeline.verify-accepted-events',
];
const nothing = { events: 0, differences: 0, erased: 0, unprojected: 0, first_unprojected: [], tables: [] };
const agreed = { ...nothing, streams: 1, verified: true, done: true };

const verify = async (): Promise<Record<string, any>[]> =>
  (await office.postForLines('/projections/verification', { reason: 'a test' })).body;

describe('a verification of the read side', () => {
  beforeEach(() => {
    for (const command of COMMANDS) test.replies[command] = () => agreed;
  });

  it('has each service compare its own, and sums up', async () => {
    const table = { table: 'pipeline.providers', changed: 2, missing: 0, unexplained: 1, first: [] };
    const wrong = { ...agreed, differences: 3, tables: [table], verified: false, unprojected: 1 };
    test.replies['pipeline.verify-pipeline'] = () => of({ ...agreed, kind: 'rules', done: false }, wrong);
    const before = sent.length;
    const lines = await verify();
    expect(sent.slice(before).map(({ name }) => name)).toEqual(COMMANDS);
    expect(lines[0]).toMatchObject({ kind: 'tenants', done: false });
    expect(lines.find(({ kind }) => kind === 'rules')).toMatchObject({ verified: true, done: false });
    expect(lines.at(-1)).toMatchObject({
      differences: 3,
      tables: [table],
      unprojected: 1,
      verified: false,
      done: true,
    });
  });

  it('is an entry of the audit trail', async () => {
    await verify();
    const [entry] = data(await office.get('/audit?action=installation.verify_projections'));
    expect(entry).toMatchObject({ reason: 'a test', action: 'installation.verify_projections' });
  });

  it('compares tenants and staff, and reports what a rebuild corrects', async () => {
    expect((await verify()).at(-1)).toMatchObject({ verified: true, tables: [] });
    await test.owner.execute("UPDATE back_office.tenants SET name = name || '!'");
    await test.owner.execute('DELETE FROM back_office.currencies');
    const found = (await verify()).at(-1)!;
    expect(found).toMatchObject({ verified: false });
    expect(found.tables.map(({ table }: { table: string }) => table)).toContain('back_office.tenants');
    expect(found.tables[0].first[0]).toMatchObject({ problem: 'changed', fields: ['name'] });
    test.replies['ledger.rebuild-projections'] = () => ({ streams: 0, streams_done: 0, events: 0, done: true });
    await test.rebuild();
    expect((await verify()).at(-1)).toMatchObject({ verified: true, tables: [] });
  });
});
