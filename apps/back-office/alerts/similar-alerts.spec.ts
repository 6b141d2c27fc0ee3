import { randomUUID } from 'node:crypto';
import { data, refused } from '../../../testing/test-office';
import { alert, DAY, newCustomer, restrict } from '../customers/testing/activity';
import { at, office } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const similar = async (id: string) => data(await office.get(at(`/alerts/${id}/similar`)));
const ids = (one: { newest: { id: string }[] }) => one.newest.map(({ id }) => id);

describe('similar alerts', () => {
  it('of a match are about the same list entry, with how they were decided', async () => {
    const [mine, other, third] = [await newCustomer(), await newCustomer(), await newCustomer()];
    const about = await alert(mine, { party: 'Northwind' });
    const earlier = await alert(mine, { party: 'Northwind', status: 'dismissed', at: DAY(2) });
    const sameParty = await alert(other, { party: 'NORTHWIND', status: 'dismissed', at: DAY(3) });
    const confirmed = { status: 'resolved', resolution: 'confirmed_match' } as const;
    const sameEntry = await alert(third, { party: 'Nord Wind', at: DAY(4), ...confirmed });
    await alert(other, { party: 'Northwind', entry: '2' });
    await alert(await newCustomer(randomUUID()), { party: 'Northwind', tenant: randomUUID() });
    await restrict(third);
    const [ofCustomer, party, entry, ...rest] = await similar(about);
    expect(rest).toEqual([]);
    expect(ofCustomer).toMatchObject({
      similarity: 'customer',
      alerts: 1,
      outcomes: [{ outcome: 'dismissed', alerts: 1 }],
    });
    expect(ids(ofCustomer)).toEqual([earlier]);
    expect(party).toMatchObject({ similarity: 'party', alerts: 1, is_complete: true });
    expect(ids(party)).toEqual([sameParty]);
    expect(entry).toMatchObject({
      similarity: 'entry',
      alerts: 2,
      outcomes: [
        { outcome: 'confirmed_match', alerts: 1 },
        { outcome: 'dismissed', alerts: 1 },
      ],
    });
    expect(entry.newest).toEqual([
      expect.objectContaining({ id: sameEntry, customer_name: null, resolution: 'confirmed_match' }),
      {
        id: sameParty,
        customer_id: other,
        customer_name: 'Ana Example',
        severity: 'high',
        title: 'An alert about NORTHWIND',
        status: 'dismissed',
        resolution: null,
        created_at: DAY(3),
        decided_at: DAY(3),
        decided_by: 'Jane Smith',
        reason: 'why dismissed',
      },
    ]);
  });

  it('of a rule were raised by the same rule', async () => {
    const [mine, other] = [await newCustomer(), await newCustomer()];
    const rule = randomUUID();
    const about = await alert(mine, { rule });
    const own = await alert(mine, { rule });
    const others: string[] = [];
    for (let day = 2; day < 14; day++) others.push(await alert(other, { rule, at: DAY(day) }));
    await alert(other, { rule: randomUUID() });
    const [ofCustomer, ofRule] = await similar(about);
    expect(ids(ofCustomer)).toEqual([own]);
    expect(ofRule).toMatchObject({ similarity: 'rule', alerts: 12, outcomes: [{ outcome: 'active', alerts: 12 }] });
    expect(ids(ofRule)).toEqual(others.reverse().slice(0, 10));
  });

  it('do not exist for an alert with neither a rule nor a list entry, and of another tenant', async () => {
    expect(await similar(await alert(await newCustomer(), {}))).toEqual([]);
    const tenant = randomUUID();
    const foreign = await alert(await newCustomer(tenant), { tenant });
    refused(await office.get(at(`/alerts/${foreign}/similar`)), 404, /alert/);
  });
});
