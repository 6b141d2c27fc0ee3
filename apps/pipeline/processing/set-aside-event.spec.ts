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
