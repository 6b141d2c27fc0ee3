import { data } from '../../../testing/test-office';
import { office, test } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

interface Entry {
  id: string;
  at: string;
}

/** The uses of the operator token until a time. */
const usesUntil = async (at: string): Promise<Entry[]> =>
  (data(await office.get('/audit?action=operator_token.used&limit=100')) as Entry[]).filter((entry) => entry.at <= at);

describe('a rebuild', () => {
  it('restores each use of the operator token, and says at once that it has begun', async () => {
    test.replies['ledger.rebuild-projections'] = () => ({ streams: 2, streams_done: 2, events: 7, done: true });
    for (let n = 0; n < 12; n++) data(await office.get('/tenants?limit=1'));
    const now = new Date().toISOString();
    const uses = await usesUntil(now);
    expect(uses.length).toBeGreaterThanOrEqual(12);
    await test.owner.execute('DELETE FROM back_office.audit_events');
    const lines = await office.postForLines('/projections/rebuild', { reason: 'a test' });
    expect(lines.body[0]).toEqual({ streams: 0, streams_done: 0, events: 0, done: false });
    expect(await usesUntil(now)).toEqual(uses);
  });
});
