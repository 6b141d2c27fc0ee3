import { Api } from '../../../testing/api';
import { data, startTestOffice, type TestOffice } from '../../../testing/test-office';
import { WRONG_TOKENS } from './wrong-tokens';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

describe('requests with a wrong operator token', () => {
  let test: TestOffice;
  beforeAll(async () => {
    test = await startTestOffice();
  });
  afterAll(() => test?.stop());

  const send = (token: string) => new Api(test.url, token).get('/tenants');

  it('are rejected without a comparison after a few different ones, and staff get one notice', async () => {
    for (let n = 0; n < WRONG_TOKENS.burst; n++) expect((await send(`guess-${n}`)).status).toBe(401);
    const refused = await send('guess-of-another');
    expect(refused).toMatchObject({ status: 429, body: { status: 'error', code: 'rate_limited' } });
    expect(refused.body.message).toMatch(/^too many wrong tokens came from this address\..* retry in \d+ s\.$/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await send(test.token)).status).toBe(429);
    expect((await send(`guess-${WRONG_TOKENS.burst - 1}`)).status).toBe(401);
    const { rows } = await test.owner.query('SELECT kind, tenant_id, severity, status FROM platform.notices');
    expect(rows).toEqual([{ kind: 'wrong_operator_tokens', tenant_id: null, severity: 'high', status: 'open' }]);
    const metrics = await (await fetch(new URL('/metrics', test.url))).text();
    expect(metrics).toMatch(
      /^probity_requests_refused_by_limit_total\{service="back-office",limit="wrong_tokens"\} 2$/m,
    );
  });
});

describe('an outdated operator token', () => {
  let test: TestOffice;
  beforeAll(async () => {
    test = await startTestOffice();
  });
  afterAll(() => test?.stop());

  it('that a script sends again and again does not lock out the operator', async () => {
    const script = new Api(test.url, 'the-token-of-last-year');
    for (let n = 0; n < 3 * WRONG_TOKENS.burst; n++) expect((await script.get('/tenants')).status).toBe(401);
    data(await test.api.get('/tenants'));
  });
});
