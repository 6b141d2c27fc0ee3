import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { deposit } from './books';
import { type Estate, newEstate } from './endpoints';
import { itOnOurOwn, type Product } from './product';
import { newKey, newTenant, revokeKey, type Tenant } from './tenants';

const LOG_DEADLINE_MS = 10_000;

/** Health, metrics and the log. */
export function operation(product: () => Product): void {
  let tenant: Tenant;
  let estate: Estate;
  beforeAll(async () => {
    tenant = await newTenant(product());
    estate = await newEstate(tenant);
  });

  describe.each(['baseUrl', 'backOfficeUrl'] as const)('beside the API at %s', (base) => {
    const get = (path: string) => fetch(new URL(path, product()[base]));

    it('/health/live says that the process runs, without a key', async () => {
      const answer = await get('/health/live');
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ status: 'ok' });
    });

    it('/health/ready lists the dependencies and their state, without secrets', async () => {
      const answer = await get('/health/ready');
      expect(answer.status).toBe(200);
      const body = (await answer.json()) as { dependencies: Record<string, string> };
      expect(body).toMatchObject({ status: 'ok', dependencies: { database: 'ok' } });
      expect(Object.values(body.dependencies)).toEqual(Object.values(body.dependencies).map(() => 'ok'));
      expect(JSON.stringify(body)).not.toMatch(/postgres|:\/\/|password/i);
    });

    it('/metrics returns Prometheus text', async () => {
      const answer = await get('/metrics');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
      const lines = (await answer.text()).trim().split('\n');
      expect(lines.filter((line) => !/^($|#|[a-zA-Z_:][\w:]*(\{.*\})? [-+.\deENaInf]+( \d+)?$)/.test(line))).toEqual(
        [],
      );
      expect(lines).toContainEqual(expect.stringMatching(/^process_resident_memory_bytes \d/));
    });
  });

  describe('metrics', () => {
    it('count requests by route and status, and name no tenant, no id and no key', async () => {
      const scrape = async () => (await fetch(new URL('/metrics', product().baseUrl))).text();
      const count = (text: string): number => {
        const line = text
          .split('\n')
          .find(
            (one) =>
              one.startsWith('probity_http_request_duration_seconds_count{') &&
              one.includes('method="GET"') &&
              one.includes('route="/api/v1/tenants/:slug/ledgers/:ledgerId"') &&
              one.includes('status="404"'),
          );
        return Number(line?.split(' ').at(-1) ?? 0);
      };
      const before = count(await scrape());
      for (let calls = 0; calls < 3; calls++) await tenant.api.get(tenant.path(`/ledgers/${randomUUID()}`));
      const text = await scrape();
      expect(count(text)).toBe(before + 3);
      for (const secret of [tenant.key, tenant.slug, estate.ledgerId, product().operatorToken]) {
        expect(text).not.toContain(secret);
      }
    });

    it('do not grow with invented addresses', async () => {
      for (let calls = 0; calls < 5; calls++) await tenant.api.get(`/made-up-${calls}/${randomUUID()}`);
      const text = await (await fetch(new URL('/metrics', product().baseUrl))).text();
      expect(text).not.toContain('made-up');
    });
  });

  describe('the log', () => {
    const printed = (): string => product().own!.printed();
    const lines = () =>
      printed()
        .split('\n')
        .slice(1, -1) // the first line may be cut off, and the last one incomplete
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);

    async function logged(requestId: string): Promise<Record<string, unknown>> {
      const giveUpAt = Date.now() + LOG_DEADLINE_MS;
      for (;;) {
        const line = lines().find((one) => one.request_id === requestId);
        if (line) return line;
        if (Date.now() > giveUpAt) throw new Error(`the log has no line for the request ${requestId}`);
        await delay(50);
      }
    }

    itOnOurOwn('has a line for a request, with its id, tenant, route and status', async () => {
      const requestId = `log-${randomUUID()}`;
      const path = tenant.path(`/ledgers/${estate.ledgerId}/accounts`);
      await tenant.api.send('GET', path, undefined, { 'x-request-id': requestId });
      expect(await logged(requestId)).toMatchObject({
        request_id: requestId,
        tenant: tenant.slug,
        method: 'GET',
        route: '/api/v1/tenants/:slug/ledgers/:ledgerId/accounts',
        status: 200,
      });
    });

    itOnOurOwn('never contains a key or a token, however they are sent', async () => {
      const { backOffice, operatorToken, own } = product();
      const revoked = await newKey(product(), tenant.slug, ['read', 'write']);
      await revokeKey(product(), tenant.slug, revoked.id);
      const almost = `${tenant.key.slice(0, -4)}AAAA`;
      const secrets = { live: tenant.key, revoked: revoked.api_key, wrong: almost, operator: operatorToken };

      for (const secret of Object.values(secrets)) {
        const api = tenant.api.withKey(secret);
        const bare = tenant.api.withKey(undefined);
        await api.get(tenant.path('/ledgers'));
        await api.get(`/tenants/${secret}/ledgers`);
        await api.get(tenant.path(`/ledgers/${secret}`));
        await api.get(tenant.path(`/ledgers?limit=${secret}&api_key=${secret}`));
        await api.get(`/nowhere/${secret}`);
        await api.get(tenant.path(`/ledgers/%zz${secret}`));
        await api.send('POST', tenant.path('/ledgers'), `{"api_key":"${secret}",`);
        await api.post(tenant.path('/ledgers'), { name: secret, [secret]: secret });
        await api.post(tenant.path('/postings'), deposit(estate, '1', { currency: secret }));
        await bare.send('GET', tenant.path('/ledgers'), undefined, { authorization: secret });
        await bare.send('GET', tenant.path('/ledgers'), undefined, { 'x-api-key': secret, cookie: `key=${secret}` });
        await backOffice.withKey(secret).get('/tenants');
        await backOffice.get(`/tenants/${secret}`);
        await backOffice.post('/tenants', { slug: secret, name: secret, four_eyes: false, reason: 'a test' });
      }
      const lastRequest = `last-${randomUUID()}`;
      await tenant.api.send('GET', tenant.path('/ledgers'), undefined, { 'x-request-id': lastRequest });
      await logged(lastRequest);

      const leaked = Object.entries({ ...secrets, ...own!.secrets }).filter(([, secret]) => printed().includes(secret));
      expect(leaked.map(([name]) => name)).toEqual([]);
      const log = JSON.stringify(lines());
      expect(own!.shown.filter((secret) => log.includes(secret))).toEqual([]);
    });
  });
}
