import { AcceptedEventsScene, EVENT_STORES } from '../testing/accepted-events-scene';
import { ANY } from '../testing/any-transaction';

let scene: AcceptedEventsScene;
beforeAll(async () => {
  scene = await AcceptedEventsScene.open();
});
afterAll(() => scene.end());

describe.each(EVENT_STORES)('a process that lost its claim, with events in %s', (_name, open) => {
  it('sets no event aside that another process has processed', async () => {
    await scene.begin(open);
    const { pipeline } = scene;
    pipeline.setRules([ANY]);
    await pipeline.customer(['known']);
    const [id] = await pipeline.ingest({ account_ref: 'known' });
    await scene.owner.query('UPDATE pipeline.inbox SET attempts = 4');
    const other = pipeline.another();
    pipeline.onReport = async () => {
      await pipeline.letLeasesRunOut();
      await other.drain();
      throw new Error('no');
    };
    await pipeline.drain();
    const processed = await pipeline.events.event(pipeline.tenantId, id!);
    expect(processed).toMatchObject({ status: 'processed' });
    expect((await scene.log()).map(({ type }) => type)).toEqual(['EventsAccepted', 'EventsProcessed']);
    await scene.lose();
    await scene.rebuild();
    await pipeline.drain();
    expect(await pipeline.events.event(pipeline.tenantId, id!)).toEqual(processed);
  });
});

describe.each(EVENT_STORES)('an event of a customer whose key cannot be opened, with events in %s', (_name, open) => {
  it('is set aside after its tries, and keeps no other customer from being processed', async () => {
    await scene.begin(open);
    const customer = await scene.pipeline.customer(['known']);
    await scene.pipeline.customer(['other']);
    const [id, other] = await scene.pipeline.ingest({ account_ref: 'known' }, { account_ref: 'other' });
    await scene.owner.query("UPDATE privacy.data_keys SET sealed_key = 'changed' WHERE subject = $1", [customer]);
    const pipeline = (scene.pipeline = scene.pipeline.another()); // which has no key in memory
    for (let tries = 0; tries < 5; tries++) {
      await pipeline.drain();
      await pipeline.letTimePass();
    }
    expect(await pipeline.events.event(pipeline.tenantId, id!)).toMatchObject({ status: 'dead' });
    expect(await pipeline.events.event(pipeline.tenantId, other!)).toMatchObject({ status: 'processed' });
  });
});
