import { randomUUID } from 'node:crypto';
import { DispatcherFixture } from '../testing/dispatcher-fixture';
import { claimDeliveries, type Room } from './claim';

let fixture: DispatcherFixture;
let endpoints: { tenant: string; endpoint: string }[];

beforeAll(async () => {
  fixture = await DispatcherFixture.start();
  await fixture.dispatcher.stop(); // the test claims deliveries itself
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  await fixture.owner.query('DELETE FROM webhooks.deliveries');
  endpoints = [];
  for (let n = 0; n < 2; n++) {
    fixture.tenantId = randomUUID();
    for (let m = 0; m < 2; m++) {
      const [endpoint] = await fixture.endpoint('http://127.0.0.1:9/');
      endpoints.push({ tenant: fixture.tenantId, endpoint });
    }
    for (let m = 0; m < 5; m++) await fixture.happens();
  }
});

const room: Room = { total: 100, each: 3, free: new Map(), eachTenant: 100, freeOfTenants: new Map() };

async function claimed(part: Partial<Room>): Promise<Map<string, number>> {
  const deliveries = await claimDeliveries(fixture.database, fixture.now, { ...room, ...part });
  const counts = new Map<string, number>();
  for (const { endpoint_id, tenant_id } of deliveries) {
    for (const id of [endpoint_id, tenant_id]) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

describe('a claim', () => {
  it('takes as many deliveries of each endpoint as it has room for, and none twice', async () => {
    const [first, second, third, fourth] = endpoints.map(({ endpoint }) => endpoint) as [
      string,
      string,
      string,
      string,
    ];
    const free = new Map([
      [first, 1],
      [second, 0],
    ]);
    const counts = await claimed({ free });
    expect([first, second, third, fourth].map((id) => counts.get(id))).toEqual([1, undefined, 3, 3]);
    const rest = await claimed({ each: 10 });
    expect([first, second, third, fourth].map((id) => rest.get(id))).toEqual([4, 5, 2, 2]);
  });

  it('takes no more deliveries of a tenant, or in total, than there is room for', async () => {
    const [one, other] = [endpoints[0]!.tenant, endpoints[2]!.tenant];
    const counts = await claimed({ eachTenant: 4, freeOfTenants: new Map([[one, 1]]) });
    expect([counts.get(one), counts.get(other)]).toEqual([1, 4]);
    expect(await claimed({ eachTenant: 0 })).toEqual(new Map());
    const both = await claimed({ total: 5 });
    expect((both.get(one) ?? 0) + (both.get(other) ?? 0)).toBe(5);
  });

  it('lets tenants take turns: the one with the fewest attempts in progress comes first', async () => {
    const [busy, calm] = [endpoints[0]!.tenant, endpoints[2]!.tenant];
    await fixture.owner.query('DELETE FROM webhooks.deliveries WHERE endpoint_id = $1', [endpoints[3]!.endpoint]);
    await fixture.owner.query(
      `DELETE FROM webhooks.deliveries WHERE endpoint_id = $1 AND id <> (
         SELECT id FROM webhooks.deliveries WHERE endpoint_id = $1 LIMIT 1)`,
      [endpoints[2]!.endpoint],
    );
    const counts = await claimed({ each: 10, total: 2, freeOfTenants: new Map([[busy, 60]]) });
    expect([counts.get(busy), counts.get(calm)]).toEqual([1, 1]);
  });

  it('takes only due deliveries, and takes over the deliveries of a dead process after its lease has run out', async () => {
    await fixture.owner.query("UPDATE webhooks.deliveries SET due_at = due_at + interval '1 s' WHERE tenant_id = $1", [
      endpoints[0]!.tenant,
    ]);
    const counts = await claimed({ each: 10 });
    expect(counts.get(endpoints[0]!.tenant)).toBeUndefined();
    expect(counts.get(endpoints[2]!.tenant)).toBe(10);
    const before = fixture.now;
    fixture.now = new Date(before.getTime() + 59_999);
    expect((await claimed({ each: 10 })).get(endpoints[2]!.tenant)).toBeUndefined();
    fixture.now = new Date(before.getTime() + 60_000);
    expect((await claimed({ each: 10 })).get(endpoints[2]!.tenant)).toBe(10);
  });
});
