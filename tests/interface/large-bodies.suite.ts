import { fullCustomer } from './customers';
import type { Product } from './product';
import { newTenant, setLimits } from './tenants';

/** Large bodies that arrive at the same time. */
export function largeBodies(product: () => Product): void {
  it.each(['announced', 'sent in chunks'])('are accepted up to the limit of their tenant, %s', async (how) => {
    const tenant = await newTenant(product());
    await setLimits(product(), tenant, { requests_per_second: 1, request_burst: 400 });
    const send = async (): Promise<number> => {
      const body = { ...fullCustomer(), metadata: { note: 'x'.repeat(300_000) } };
      const bytes = new Blob([JSON.stringify(body)]);
      const answer = await fetch(product().baseUrl + tenant.path('/customers'), {
        method: 'POST',
        headers: { ...tenant.api.authorization, 'content-type': 'application/json' },
        ...(how === 'announced' ? { body: bytes } : { body: bytes.stream(), duplex: 'half' as const }),
      });
      await answer.text();
      return answer.status;
    };
    const statuses = await Promise.all(Array.from({ length: 8 }, () => send().catch(() => 'connection lost')));
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    // A client that still sends when its request is rejected may lose the response. Bodies in chunks are read first.
    const rejections = how === 'announced' ? [429, 'connection lost'] : [429];
    expect(statuses.filter((status) => rejections.includes(status))).toHaveLength(5);
  });
}
