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

  it('name objects of the database that the migrations did not make', async () => {
    trailsVerify();
    const tenant = await makeTenant();
    const claim = 'The triggers, functions and other objects of the database are the ones that the migrations made.';
    const sound = (await verify(tenant)).body.at(-1);
    expect(sound).toMatchObject({ verified: true, proven: expect.arrayContaining([claim]) });

    await test.owner.execute('ALTER TABLE event_store.events DISABLE TRIGGER events_are_append_only');
    const where = 'trigger event_store.events.events_are_append_only';
    const found: any = (await verify(tenant)).body.at(-1);
    expect(found).toMatchObject({ verified: false, problems: 1, not_proven: expect.arrayContaining([claim]) });
    expect(found.first).toMatchObject({ where, kind: 'database_object' });
    expect(found.first.detail).toMatch(/^it was changed; find out who can change the database/);
    expect(found.proven.join()).not.toContain('Each entry is what its event says');

    await test.owner.execute(
      "INSERT INTO probity_migrations (timestamp, name) VALUES (9000000000000, 'OfANewerVersion')",
    );
    const open = (await verify(tenant)).body.at(-1);
    expect(open).toMatchObject({ verified: true, not_proven: expect.arrayContaining([claim]) });
  });
});
