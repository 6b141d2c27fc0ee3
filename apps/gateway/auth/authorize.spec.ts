import Fastify, { type FastifyInstance } from 'fastify';
import { createApiKey, secretHash } from '@probity/platform/api-key';
import { Metrics } from '@probity/platform/metrics';
import type { ApiKeyCredential } from '@probity/read-side/tenants/tenant-queries';
import { LimitedRequests } from '../limits/limited-requests';
import { RequestLimits } from '../limits/request-limits';
import type { ApiKeyLookup } from './api-key-lookup';
import type { ApiKeyUses } from './api-key-uses';
import { authorize } from './authorize';
import type { KeyGrants } from './key-grants';

const OWN = '198.51.100.7';
const ELSEWHERE = '203.0.113.9';
const { id, key } = createApiKey();
const credential: ApiKeyCredential = {
  id,
  tenant_id: 'bank',
  slug: 'bank',
  label: null,
  scopes: ['read', 'write'],
  key_hash: secretHash(key),
  allowed_addresses: [`${OWN}/32`],
  created_at: new Date(),
  expires_at: null,
  granted_until: null,
  signature: null,
  limits_version: 1,
  limits: { requests_per_second: 1, request_burst: 3 },
};

/** A server that only authorises requests, behind a proxy that says where they come from. */
function startServer(): FastifyInstance {
  const server = Fastify({ trustProxy: true });
  const keys = { find: (asked: string) => Promise.resolve(asked === id ? credential : undefined) };
  const grants = { hold: () => Promise.resolve(true) } as unknown as KeyGrants;
  const limited = new LimitedRequests(new RequestLimits(), new Metrics());
  server.addHook('onRequest', (request, reply) =>
    authorize(request, reply, { keys: keys as unknown as ApiKeyLookup, grants }, limited, {
      note() {},
    } as unknown as ApiKeyUses),
  );
  server.setErrorHandler((error, _request, reply) =>
    reply.code((error as { httpStatus?: number }).httpStatus ?? 500).send(String(error)),
  );
  server.post('/', () => ({}));
  return server;
}

describe('a stolen key that is used from an address which is not allowed', () => {
  const server = startServer();
  let url: string;
  beforeAll(async () => {
    url = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  const send = (from: string, bytes = 2): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': from, 'content-type': 'application/json' },
      body: JSON.stringify('x'.repeat(bytes - 2)),
    });

  it('uses up nothing of its tenant, and does not learn that the key is valid', async () => {
    const before = await send(ELSEWHERE);
    expect(before.status).toBe(401);
    expect((await send(OWN)).status).toBe(200);
    for (let n = 0; n < 5; n++) {
      const answer = await send(ELSEWHERE, 100_000);
      expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([
        401,
        before.headers.get('ratelimit-policy'),
      ]);
    }
    expect((await send(OWN)).status).toBe(200);
    expect((await send(OWN)).status).toBe(200);
  });
});
