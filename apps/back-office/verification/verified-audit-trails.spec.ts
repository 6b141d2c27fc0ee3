import { data } from '../../../testing/test-office';
import { DAY_MS, health, makeTenant, test, type Tenant, trailsVerify, verifying } from '../testing/verifying-office';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

let tenant: Tenant;

const at = (path: string): string => `/tenants/${tenant.slug}${path}`;
const notices = async () => data(await test.api.get(at('/notices?kind=verification_failed')));

describe('audit trails', () => {
  verifying('audit trails');
  beforeEach(async () => {
    trailsVerify();
    tenant = await makeTenant();
  });

  it('are verified once in the period, with rests; an intact one leaves no entry', async () => {
    await test.verifyDue();
    expect(test.sent.filter(({ name }) => name.includes('audit'))).toEqual([]);
    test.time.pass(DAY_MS);
    await test.verifyDue();
    const sent = test.sent.splice(0).filter(({ request }) => request.paced);
    expect(sent.map(({ name }) => name)).toEqual([
      'ledger.verify-ledger-audit',
      'pipeline.verify-pipeline-audit',
      'webhooks.verify-webhook-audit',
      'customer-risk.verify-customer-audit',
      'notary.verify-log',
      'notary.verify-log',
    ]);
    await test.rebuild(); // what was done is in the events
    test.sent.length = 0;
    await test.verifyDue();
    expect(test.sent).toEqual([]);
    expect(await notices()).toEqual([]);
    expect(data(await test.api.get(at('/audit?action=tenant.audit_trail_verified')))).toEqual([]);
  });

  it('that do not verify raise one notice, until they verify again', async () => {
    test.time.pass(DAY_MS);
    const sound = test.replies['notary.verify-log']!;
    test.replies['notary.verify-log'] = (request) => ({
      ...(sound(request) as object),
      ...(request.log === tenant.id && {
        ...{
          problems: 1,
          sound: false,
          first: { kind: 'changed_event', stream: 'case-1', revision: 3, detail: 'other' },
        },
      }),
    });
    await test.verifyDue();
    expect(await notices()).toMatchObject([{ subject: 'audit trail', status: 'open', occurrence: 1 }]);
    expect((await notices())[0].message).toMatch(
      /^The audit trail does not verify: 1 problem, the first: changed_event/,
    );
    expect(data(await test.api.get(at('/audit?action=tenant.audit_trail_verified')))).toMatchObject([
      { actor: 'system', data: { verified: false, problems: 1 } },
    ]);
    expect(await health()).toMatchObject({ status: 200, body: { details: { verification: 'failed' } } });

    test.time.pass(DAY_MS);
    trailsVerify();
    await test.verifyDue();
    expect(await notices()).toMatchObject([{ subject: 'audit trail', status: 'settled', settled_by: 'system' }]);
    expect((await health()).metrics).toContain('probity_verification_failed{kind="audit_trail"} 0');
  });
});
