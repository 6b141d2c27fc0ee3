import { startTestServer, type TestServer } from './testing/test-server';

const SPOOFED = '203.0.113.66';

async function logged(proxies: string[], headers: Record<string, string>): Promise<Record<string, unknown>> {
  const server: TestServer = await startTestServer({ settings: { TRUSTED_PROXIES: proxies, BEHIND_TLS: false } });
  await fetch(`${server.url}/nowhere`, { headers });
  await server.app.close();
  return server.log.find(({ msg }) => msg === 'request')!;
}

describe('the log of a request', () => {
  it('has the tenant, the id of the key and the address, besides id, route, status and duration', async () => {
    const server = await startTestServer();
    const headers = { authorization: 'Bearer good', 'content-type': 'application/json', 'x-request-id': 'r1' };
    await fetch(`${server.url}/things`, { method: 'POST', headers, body: '{}' });
    await server.app.close();
    expect(server.log.find(({ msg }) => msg === 'request')).toMatchObject({
      request_id: 'r1',
      client: '127.0.0.1',
      tenant: 'acme',
      key_id: 'k1',
      method: 'POST',
      route: '/api/v1/things',
      status: 201,
      duration_ms: expect.any(Number),
    });
  });

  it('has the address of the connection, whatever the client claims', async () => {
    const claims = { 'x-forwarded-for': SPOOFED, forwarded: `for=${SPOOFED}`, 'x-real-ip': SPOOFED };
    const line = await logged([], claims);
    expect(line.client).toBe('127.0.0.1');
    expect(JSON.stringify(line)).not.toContain(SPOOFED);
    expect((await logged(['10.0.0.0/8'], claims)).client).toBe('127.0.0.1');
  });

  it('has the address that a trusted proxy reports, not one that the client sent to the proxy', async () => {
    const chain = { 'x-forwarded-for': `${SPOOFED}, 198.51.100.7, 10.0.0.9` };
    expect((await logged(['127.0.0.1', '10.0.0.0/8'], chain)).client).toBe('198.51.100.7');
  });

  it.each(['evil"\t}', 'unknown', `${'a'.repeat(5_000)}`, '192.0.2.1:80'])(
    'has the address of the proxy if the proxy reports %j',
    async (claim) => {
      expect((await logged(['127.0.0.1'], { 'x-forwarded-for': claim })).client).toBe('127.0.0.1');
    },
  );

  it('has no text of the client that is long or could forge a line', async () => {
    const server = await startTestServer();
    const nasty = `${'x'.repeat(3_000)}%0A{"level":"info"}`;
    await fetch(`${server.url}/${nasty}?a=${nasty}`, {
      headers: { 'x-request-id': 'y'.repeat(3_000), traceparent: 'z'.repeat(3_000), 'user-agent': nasty },
    });
    await server.app.close();
    const lines = server.log.filter(({ msg }) => msg === 'request').map((line) => JSON.stringify(line));
    expect(lines).toHaveLength(1);
    expect(lines[0]!.length).toBeLessThan(500);
    expect(lines[0]).not.toMatch(/xxx|yyy|zzz/);
  });
});
