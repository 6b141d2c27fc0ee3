import { randomUUID } from 'node:crypto';
import { data, refused } from '../../../testing/test-office';
import { makeExist } from '../testing/existing';
import { at, office, OPERATOR, sent, slug, tenantId, test } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

let alertId: string;
beforeEach(async () => {
  alertId = randomUUID();
  await makeExist(test.owner, tenantId, alertId);
});

const add = (body: object = {}) =>
  office.post(at('/allow-list'), { alert_id: alertId, until: '2027-06-30', reason: 'another company', ...body });
const ENTRY = `
  INSERT INTO customer_risk.allow_list_entries (id, tenant_id, customer_id, alert_id, counterparty, matched_name, list,
    entry_id, alert_type, fingerprint, until, reason, added_by, added_at)
  VALUES ($1, $2, $3, $3, 'Acme', 'ACME', 'eu', '1', 'sanctions_match', '', $4, 'another company', 'Ann', now())`;
async function entry(until = '2999-01-01', tenant = tenantId): Promise<string> {
  const id = randomUUID();
  await test.owner.query(ENTRY, [id, tenant, alertId, until]);
  return id;
}

describe('the allow-list', () => {
  it('sends the alert with its customer, the reason and the end', async () => {
    data(await add());
    expect(sent).toEqual([
      {
        name: 'customer-risk.add-allow-list-entry',
        request: {
          tenant_id: tenantId,
          customer_id: alertId,
          alert_id: alertId,
          until: '2027-06-30T00:00:00.000Z',
          reason: 'another company',
          ...OPERATOR,
        },
      },
    ]);
  });

  it('needs two people, unless the policy says otherwise', async () => {
    const policy = { policy: { allow_list: true }, reason: 'the audit' };
    data(await office.send('PATCH', at('/four-eyes'), JSON.stringify(policy)));
    sent.length = 0;
    const proposal = data(await add(), 202);
    expect(proposal).toMatchObject({
      action: 'allow_counterparty',
      subject_type: 'alert',
      subject_id: alertId,
      status: 'pending',
      summary: 'add the counterparty of the alert to the allow-list until 2027-06-30',
    });
    expect(sent).toEqual([]);
  });

  it('is on for a new tenant', async () => {
    const careful = `t-${randomUUID()}`;
    data(await office.post('/tenants', { slug: careful, name: 'T', reason: 'a test' }), 201);
    expect(data(await office.get(`/tenants/${careful}/four-eyes`)).policy.allow_list).toBe(true);
  });

  it.each([
    ['without a reason', { reason: '' }, /^reason must/],
    ['without an end', { until: 'soon' }, /^until must be a day or a time/],
    ['without an alert', { alert_id: 'x' }, /^alert_id must/],
  ])('is rejected %s', async (_what, body, message) => {
    refused(await add(body), 400, message);
  });

  it('is rejected for an unknown alert', async () => {
    expect((await add({ alert_id: randomUUID() })).status).toBe(404);
  });

  it('lists entries with their status, by customer, alert and status', async () => {
    const [active, expired] = [await entry(), await entry('2020-01-01')];
    await entry('2999-01-01', randomUUID());
    const ids = async (query: string) =>
      data(await office.get(at(`/allow-list?${query}`)))
        .map(({ id }: { id: string }) => id)
        .sort();
    expect(await ids('')).toEqual([active, expired].sort());
    expect(await ids(`status=active&customer_id=${alertId}&alert_id=${alertId}`)).toEqual([active]);
    expect(await ids('status=expired')).toEqual([expired]);
    expect(await ids(`customer_id=${randomUUID()}`)).toEqual([]);
    expect(data(await office.get(at(`/allow-list/${active}`)))).toMatchObject({ id: active, status: 'active' });
    expect((await office.get(`/tenants/${slug}/allow-list/${randomUUID()}`)).status).toBe(404);
  });

  it('ends an entry with a reason', async () => {
    const id = await entry();
    data(await office.post(at(`/allow-list/${id}/end`), { reason: 'another owner' }));
    expect(sent[0]).toEqual({
      name: 'customer-risk.end-allow-list-entry',
      request: {
        tenant_id: tenantId,
        customer_id: alertId,
        allow_list_entry_id: id,
        reason: 'another owner',
        ...OPERATOR,
      },
    });
    expect((await office.post(at(`/allow-list/${randomUUID()}/end`), { reason: 'r' })).status).toBe(404);
  });
});
