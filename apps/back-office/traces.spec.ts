import { request } from 'node:http';
import { isTraceparent } from '@probity/platform/trace-context';
import { data } from '../../testing/test-office';
import { at, office, test, tenantId } from './testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const createKey = (label: string, traceparent?: string) =>
  office.send(
    'POST',
    at('/api-keys'),
    JSON.stringify({ scopes: ['read'], label, reason: 'a test' }),
    traceparent ? { traceparent } : {},
  );

/** Like `createKey`, but the body arrives after the server has started to handle the request. */
const createKeyLate = (label: string, traceparent: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${test.token}`, 'content-type': 'application/json', traceparent };
    const sending = request(`${test.url}${at('/api-keys')}`, {
      method: 'POST',
      headers: { ...headers, expect: '100-continue' },
    });
    sending.on('continue', () => sending.end(JSON.stringify({ scopes: ['read'], label, reason: 'a test' })));
    sending.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
    sending.on('error', reject);
    sending.flushHeaders();
  });

/** The trace of each key's event, by the label of the key. */
async function tracesByLabel(): Promise<Map<string, string>> {
  const { rows } = await test.owner.query<{ label: string; trace: string }>(
    `SELECT data::jsonb->>'label' AS label, metadata::jsonb->>'traceparent' AS trace
     FROM event_store.events WHERE type = 'ApiKeyCreated' AND data::jsonb->>'tenant_id' = $1`,
    [tenantId],
  );
  return new Map(rows.map(({ label, trace }) => [label, trace]));
}

describe('the trace of a request', () => {
  it('is stored with its event, separate from concurrent requests', async () => {
    const traces = Array.from({ length: 9 }, (_, n) => `00-${String(n + 1).repeat(32)}-b7ad6b7169203331-01`);
    const created = await Promise.all(traces.map((trace, n) => createKey(`key ${n}`, trace)));
    for (const answer of created) data(answer, 201);
    expect(await tracesByLabel()).toEqual(new Map(traces.map((trace, n) => [`key ${n}`, trace])));
  });

  it('is stored although the body arrives later than the headers', async () => {
    const traces = Array.from({ length: 3 }, (_, n) => `00-${String(n + 1).repeat(32)}-b7ad6b7169203331-01`);
    const created = await Promise.all(traces.map((trace, n) => createKeyLate(`key ${n}`, trace)));
    expect(created).toEqual([201, 201, 201]);
    expect(await tracesByLabel()).toEqual(new Map(traces.map((trace, n) => [`key ${n}`, trace])));
  });

  it('is new for each request that sends no trace', async () => {
    await Promise.all(['a', 'b'].map((label) => createKey(label)));
    const [first, second] = [...(await tracesByLabel()).values()];
    expect([first, second].every((trace) => isTraceparent(trace!))).toBe(true);
    expect(first).not.toBe(second);
  });
});

describe('the address of a client', () => {
  it('is in the audit trail, for changes by staff', async () => {
    data(await createKey('from here'), 201);
    const [entry] = data(await office.get(at('/audit?action=api_key.created&limit=1')));
    expect(entry).toMatchObject({ data: { label: 'from here' }, address: '127.0.0.1' });
  });
});
