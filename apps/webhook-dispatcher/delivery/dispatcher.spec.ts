import type { DispatcherFixture } from '../testing/dispatcher-fixture';
import type { Receiver } from '../testing/receiver';
import { withDispatcher } from '../testing/with-dispatcher';

let fixture: DispatcherFixture;
let receiver: Receiver;
withDispatcher((started, listening) => ([fixture, receiver] = [started, listening]));

describe('when a dispatcher dies', () => {
  it('another one takes over after the lease and counts the attempt; a late outcome of the first changes nothing', async () => {
    receiver.answer = () => {};
    const [endpoint] = await fixture.endpoint(receiver.url);
    await fixture.happens();
    await fixture.until(() => receiver.received.length === 1 || undefined);
    receiver.answer = (response) => response.writeHead(200).end();
    const other = fixture.newDispatcher();
    other.start();
    fixture.now = new Date(fixture.now.getTime() + 61_000); // only the other dispatcher looks for deliveries
    const delivery = await fixture.delivery(endpoint, ({ status }) => status === 'succeeded');
    expect(delivery.attempt_count).toBe(2);
    expect(delivery.attempts.map(({ number }) => number)).toEqual([2]);
    expect(receiver.received).toHaveLength(2);
    await other.stop();
    fixture.dispatcher.abort(endpoint); // the first one's attempt ends, and its outcome would be that it was canceled
    await fixture.until(() => receiver.cutOff === 1 || undefined);
    await fixture.dispatcher.stop(); // resolves after the outcome is stored
    expect((await fixture.deliveries(endpoint))[0]).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    fixture.dispatcher = fixture.newDispatcher();
    fixture.dispatcher.start();
  });

  it('attempts that a regular stop interrupts are sent again at once, and do not count as failures', async () => {
    receiver.answer = () => {};
    const [endpoint] = await fixture.endpoint(receiver.url);
    await fixture.happens();
    await fixture.until(() => receiver.received.length === 1 || undefined);
    await fixture.dispatcher.stop();
    const [cut] = await fixture.deliveries(endpoint);
    expect(cut).toMatchObject({ status: 'pending', attempt_count: 1 });
    receiver.status(200);
    fixture.dispatcher = fixture.newDispatcher();
    fixture.dispatcher.start();
    const delivery = await fixture.delivery(endpoint, ({ status }) => status === 'succeeded');
    expect(delivery.attempt_count).toBe(2);
  });
});
