import type { DispatcherFixture } from '../testing/dispatcher-fixture';
import type { Receiver } from '../testing/receiver';
import { withDispatcher } from '../testing/with-dispatcher';
import { forgetOldDeliveries, KEPT_MS } from './forget-old-deliveries';

let fixture: DispatcherFixture;
let receiver: Receiver;
withDispatcher((started, listening) => ([fixture, receiver] = [started, listening]));

it('deliveries are deleted after 90 days', async () => {
  const [endpoint] = await fixture.endpoint(receiver.url);
  const eventId = await fixture.happens();
  await fixture.delivery(endpoint, ({ status }) => status === 'succeeded');
  await forgetOldDeliveries(fixture.database, new Date(fixture.now.getTime() + KEPT_MS));
  expect(await fixture.deliveries(endpoint)).toHaveLength(1);
  await forgetOldDeliveries(fixture.database, new Date(fixture.now.getTime() + KEPT_MS + 1));
  expect(await fixture.deliveries(endpoint)).toHaveLength(0);
  const { rows } = await fixture.owner.query('SELECT FROM webhooks.events WHERE event_id = $1', [eventId]);
  expect(rows).toHaveLength(0);
});
