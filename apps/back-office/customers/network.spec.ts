import { randomUUID } from 'node:crypto';
import { data } from '../../../testing/test-office';
import { at, office, tenantId, test } from '../testing/office-of-tenant';
import { alert, DAY, newCustomer, restrict, transaction } from './testing/activity';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const network = async (id: string) => data(await office.get(at(`/customers/${id}/network`)));

const ALLOW = `
  INSERT INTO customer_risk.allow_list_entries (id, tenant_id, customer_id, alert_id, counterparty, matched_name, list,
    entry_id, alert_type, fingerprint, until, reason, added_by, added_at)
  VALUES (gen_random_uuid(), $1, $2, $3, 'x', 'y', 'ofac', '1', 'sanctions_match', 'f', now() + interval '1 day', 'r', 's',
    now())`;

describe('the network of a customer', () => {
  it('sums what it has with each counterparty, the most frequent first', async () => {
    const id = await newCustomer();
    await transaction(id, { at: DAY(1), amount: '0.1', name: 'Ana' });
    await transaction(id, { at: DAY(4), amount: '0.2', name: 'ANA' });
    await transaction(id, { at: DAY(3), amount: '5', direction: 'inbound', name: 'Ana' });
    await transaction(id, { at: DAY(2), amount: '9', currency: 'XAU', comparable: false, name: 'Bo' });
    await transaction(id, { at: DAY(2) });
    const found = await network(id);
    expect(found.counterparties).toEqual([
      {
        counterparty: 'ana',
        name: 'ANA',
        account: null,
        country: 'DE',
        transactions: 3,
        inbound: '5',
        outbound: '0.3',
        without_rate: 0,
        last_at: DAY(4),
        alerts: 0,
        active_alerts: 0,
        match: null,
        is_allowed: false,
        shared_with: [],
        has_more: false,
      },
      expect.objectContaining({ counterparty: 'bo', transactions: 1, outbound: '0', without_rate: 1 }),
    ]);
    expect(found).toMatchObject({
      is_restricted: false,
      customers: [],
      counted: 5,
      is_complete: true,
      left_out: { counterparties: 0, transactions: 0, without_counterparty: 1 },
    });
  });

  it('shows the 30 most frequent counterparties, and says what it left out', async () => {
    const id = await newCustomer();
    for (let n = 0; n < 32; n++) await transaction(id, { at: DAY(1), name: `Party ${String(n).padStart(2, '0')}` });
    await transaction(id, { at: DAY(1), name: 'Party 31' });
    const { counterparties, left_out } = await network(id);
    expect(counterparties).toHaveLength(30);
    expect(counterparties[0].counterparty).toBe('party 31');
    expect(left_out).toEqual({ counterparties: 2, transactions: 2, without_counterparty: 0 });
  });

  it('marks alerts, matches with lists and the allow-list', async () => {
    const id = await newCustomer();
    const of = async (name: string) => transaction(id, { at: DAY(1), name });
    await alert(id, { event: await of('Possible'), party: 'Possible' });
    await alert(id, {
      event: await of('Certain'),
      party: 'Certain',
      status: 'resolved',
      resolution: 'confirmed_match',
    });
    const dismissed = await alert(id, { event: await of('Allowed'), party: 'Allowed', status: 'dismissed' });
    await alert(id, { event: await of('By a rule'), rule: randomUUID() });
    await alert(id, { event: await of('With a vessel'), party: 'Sol', part: 'vessel' });
    await test.owner.query(ALLOW, [tenantId, id, dismissed]);
    const { counterparties } = await network(id);
    const marks = counterparties.map(({ name, alerts, active_alerts, match, is_allowed }: any) => {
      return [name, alerts, active_alerts, match, is_allowed];
    });
    expect(marks).toEqual([
      ['Allowed', 1, 0, null, true],
      ['By a rule', 1, 1, null, false],
      ['Certain', 1, 0, 'confirmed_match', false],
      ['Possible', 1, 1, 'potential_match', false],
      ['With a vessel', 1, 1, null, false],
    ]);
  });

  it('has the other customers that share a counterparty, but no restricted ones and none of other tenants', async () => {
    const [id, other, hidden, foreign] = [
      await newCustomer(),
      await newCustomer(),
      await newCustomer(),
      await newCustomer(randomUUID()),
    ];
    for (const one of [id, other, other, hidden]) await transaction(one, { at: DAY(1), name: 'Shared' });
    await transaction(foreign, { at: DAY(1), name: 'Shared', tenant: randomUUID() });
    await restrict(hidden);
    const { counterparties, customers } = await network(id);
    expect(counterparties[0]).toMatchObject({ shared_with: [other], has_more: false });
    expect(customers).toEqual([{ id: other, name: 'Ana Example', risk_rating: 'low', active_alerts: 1 }]);
  });

  it('shows eight of many customers that share a counterparty', async () => {
    const id = await newCustomer();
    await transaction(id, { at: DAY(1), name: 'Shared' });
    for (let n = 0; n < 9; n++) await transaction(await newCustomer(), { at: DAY(1), name: 'Shared' });
    const { counterparties, customers } = await network(id);
    expect(counterparties[0].shared_with).toHaveLength(8);
    expect(counterparties[0].has_more).toBe(true);
    expect(customers).toHaveLength(8);
  });

  it('is empty for a restricted customer', async () => {
    const id = await newCustomer();
    await transaction(id, { at: DAY(1), name: 'Northwind' });
    await restrict(id);
    expect(await network(id)).toMatchObject({ is_restricted: true, counterparties: [], customers: [], counted: 0 });
  });
});
