import { Subject } from 'rxjs';
import { makeTenant, test, type Tenant, trailsVerify, verifying } from '../testing/verifying-office';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const verify = ({ slug }: Tenant) => test.api.postForLines(`/tenants/${slug}/audit/verification`, {});
const ledgers = 'ledger.verify-ledger-audit';

describe('audit trails that staff verify', () => {
  verifying('ledgers');

  it('take turns: a tenant that asks again gets a refusal, and others do not', async () => {
    trailsVerify();
    const [one, other] = [await makeTenant(), await makeTenant()];
    const rows = test.replies[ledgers]!;
    const held = new Subject<object>();
    const isHeld = new Promise<void>((resolve) => {
      test.replies[ledgers] = (request) => {
        if (request.tenant_id !== one.id) return rows(request);
        resolve();
        return held;
      };
    });
    const first = verify(one);
    await isHeld;
    const again = await test.api.post(`/tenants/${one.slug}/audit/verification`, {});
    expect(again).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(again.body.message).toContain('one of this tenant is running or waits; retry in 30 s');
    expect(again.headers.get('retry-after')).toBe('30');

    const waiting = await fetch(`${test.api.baseUrl}/tenants/${other.slug}/audit/verification`, {
      method: 'POST',
      headers: test.api.authorization,
    });
    held.next(rows({ tenant_id: one.id }) as object);
    held.complete();
    expect((await first).body.at(-1)).toMatchObject({ done: true });
    const lines = (await waiting.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ checking: 'the audit trails of other tenants first' });
    expect(lines.at(-1)).toMatchObject({ done: true, tenant_id: other.id });
    expect((await verify(one)).status).toBe(200);
  });
});
