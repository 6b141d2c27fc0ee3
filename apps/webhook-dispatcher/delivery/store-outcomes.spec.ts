import { newId } from '@probity/platform/ids';
import type { DispatcherFixture } from '../testing/dispatcher-fixture';
import type { Receiver } from '../testing/receiver';
import { withDispatcher } from '../testing/with-dispatcher';
import { claimDeliveries } from './claim';
import { MAX_FAILING_MS, outcomeOf } from './outcome';
import { storeOutcomes } from './store-outcomes';

let fixture: DispatcherFixture;
let receiver: Receiver;
withDispatcher((started, listening) => ([fixture, receiver] = [started, listening]));

describe('the effect of an attempt on its endpoint', () => {
  it('does not override a success at the same time or later, or a later decision of an officer', async () => {
    const days = MAX_FAILING_MS + 1;
    const failed = async (store: (outcome: () => Promise<unknown>, endpoint: string) => Promise<unknown>) => {
      receiver.answer = () => {};
      const [endpoint] = await fixture.endpoint(receiver.url);
      const since = new Date(fixture.now.getTime() - days);
      await fixture.owner.query('UPDATE webhooks.endpoints SET failing_since = $2 WHERE id = $1', [endpoint, since]);
      await fixture.dispatcher.stop();
      await fixture.happens();
      const room = { total: 99, each: 9, free: new Map(), eachTenant: 9, freeOfTenants: new Map() };
      const claimed = await claimDeliveries(fixture.database, fixture.now, room);
      const delivery = claimed.find(({ endpoint_id }) => endpoint_id === endpoint);
      const facts = { id: newId(), at: fixture.now, ended: fixture.now };
      const result = { response_status: 500, error: 'the receiver returned 500', retry_after_ms: 0 };
      const outcome = outcomeOf(delivery!, facts, result, 0);
      await store(() => storeOutcomes(fixture.database, fixture.endpoints, [outcome], fixture.now), endpoint);
      fixture.dispatcher = fixture.newDispatcher();
      fixture.dispatcher.start();
      return (await fixture.queries.endpoint(fixture.tenantId, endpoint))!.status;
    };
    expect(await failed((store) => store())).toBe('disabled');
    const worked = 'UPDATE webhooks.endpoints SET failing_since = NULL WHERE id = $1';
    const since = async (store: () => Promise<unknown>, endpoint: string) => {
      await fixture.owner.query(worked, [endpoint]);
      await store();
    };
    expect(await failed(since)).toBe('active');
    const takenOver = async (store: () => Promise<unknown>, endpoint: string) => {
      await fixture.owner.query('UPDATE webhooks.deliveries SET claim = $2 WHERE endpoint_id = $1', [
        endpoint,
        newId(),
      ]);
      await store();
    };
    expect(await failed(takenOver)).toBe('active');
  });
});
