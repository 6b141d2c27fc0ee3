import { randomUUID } from 'node:crypto';
import { ingestionStream } from '@probity/contracts/pipeline/ingestion-events';
import { recordOlderEvents } from '../ingestion/record-older-events';
import { AcceptedEventsScene, EVENT_STORES, LOGGER } from '../testing/accepted-events-scene';
import { ANY } from '../testing/any-transaction';
import type { TestPipeline } from '../testing/test-pipeline';

let scene: AcceptedEventsScene;
beforeAll(async () => {
  scene = await AcceptedEventsScene.open();
});
afterAll(() => scene.end());

describe.each(EVENT_STORES)('a rebuild of accepted events, with events in %s', (_name, open) => {
  let pipeline: TestPipeline;
  beforeEach(async () => {
    await scene.begin(open);
    ({ pipeline } = scene);
  });

  it('restores outcomes, events that wait, and the state of customers', async () => {
    await scene.fill();
    const before = await scene.rows();
    await scene.lose();
    expect(await scene.rebuild()).toMatchObject({ failed: 0, done: true });
    await pipeline.drain();
    expect(await scene.rows()).toEqual(before);
  });

  it('changes nothing that is there', async () => {
    await scene.fill();
    const before = await scene.rows();
    await scene.rebuild();
    expect(await scene.rows()).toEqual(before);
  });

  it('keeps a dead event dead, and lets one that an officer reran go on', async () => {
    await pipeline.customer(['known']);
    pipeline.onReport = () => Promise.reject(new Error('no'));
    pipeline.setRules([ANY]);
    const [id] = await pipeline.ingest({ account_ref: 'known' });
    for (let tries = 0; tries < 5; tries++) {
      await pipeline.letTimePass();
      await pipeline.drain();
    }
    const dead = await pipeline.events.event(pipeline.tenantId, id!);
    expect(dead).toMatchObject({ status: 'dead', attempts: 5, last_error: 'no' });
    await scene.lose();
    await scene.rebuild();
    expect(await pipeline.events.event(pipeline.tenantId, id!)).toEqual(dead);

    await scene.owner.query(
      `INSERT INTO pipeline.audit_events (id, tenant_id, action, subject_type, subject_id, actor_type, actor, data, at)
       VALUES ($1, $2, 'event.rerun', 'event', $3, 'staff', 'Ada Byron', '{}', now())`,
      [randomUUID(), pipeline.tenantId, id],
    );
    await scene.lose();
    await scene.rebuild();
    expect(await pipeline.events.event(pipeline.tenantId, id!)).toMatchObject({ status: 'pending', attempts: 0 });
  });

  it('restores no outcome that Postgres rejected until its event was set aside', async () => {
    await pipeline.customer(['known']);
    await scene.owner.execute(`
      CREATE FUNCTION pipeline.reject() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'rejected'; END $$;
      CREATE TRIGGER reject BEFORE INSERT ON pipeline.processed_events FOR EACH ROW EXECUTE FUNCTION pipeline.reject()`);
    const [id] = await pipeline.ingest({ account_ref: 'known' });
    pipeline.now = new Date(Date.now() + 60_000); // the event is set aside after the last outcome
    for (let tries = 0; tries < 5; tries++) {
      await pipeline.letTimePass();
      await pipeline.drain();
    }
    await scene.owner.execute('DROP FUNCTION pipeline.reject CASCADE');
    const dead = await pipeline.events.event(pipeline.tenantId, id!);
    expect(dead).toMatchObject({ status: 'dead' });
    await scene.lose();
    await scene.rebuild();
    await pipeline.drain();
    expect(await pipeline.events.event(pipeline.tenantId, id!)).toEqual(dead);
  });

  it('counts the transactions of a customer once, also when one comes back alone', async () => {
    const customer = await scene.fill();
    const before = await scene.rows();
    await scene.owner.query('DELETE FROM pipeline.processed_events WHERE customer_id = $1', [customer]);
    await scene.rebuild();
    await pipeline.drain();
    expect(await scene.rows()).toEqual(before);
  });

  it('restores of an erased customer what its erasure left', async () => {
    const customer = await scene.fill();
    await scene.erase(customer);
    await scene.owner.query('DELETE FROM pipeline.shadow_hits WHERE customer_id = $1', [customer]); // do not come back
    const before = await scene.rows();
    await scene.lose();
    expect(await scene.rebuild()).toMatchObject({ failed: 0 });
    await scene.pipeline.drain();
    expect(await scene.rows()).toEqual(before);
  });

  it('restores events of an earlier version after they were recorded', async () => {
    await scene.fill();
    await scene.owner.query('UPDATE pipeline.inbox SET recorded = false');
    await scene.owner.query('UPDATE pipeline.processed_events SET recorded = false');
    await scene.forgetEvents();
    await recordOlderEvents({ ...pipeline.ingestion, logger: LOGGER }, new AbortController().signal);
    const before = await scene.rows();
    await scene.lose();
    expect(await scene.rebuild()).toMatchObject({ failed: 0 });
    await pipeline.drain();
    expect(await scene.rows()).toEqual(before);
  });

  it('counts streams that cannot be read, and restores the others', async () => {
    await scene.fill();
    const batch_id = randomUUID();
    const stream = ingestionStream(batch_id);
    const data = { batch_id, tenant_id: pipeline.tenantId, events: 7 };
    const damaged = { id: randomUUID(), type: 'EventsProcessed', data };
    await scene.store.beginStreams([{ stream, event: damaged }], () => Promise.resolve());
    const before = await scene.rows();
    await scene.lose();
    expect(await scene.rebuild()).toMatchObject({ failed: 1, done: true });
    await pipeline.drain();
    expect(await scene.rows()).toEqual(before);
  });
});
