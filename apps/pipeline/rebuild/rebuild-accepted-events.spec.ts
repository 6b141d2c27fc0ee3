import { randomUUID } from 'node:crypto';
import { ingestionStream } from '@probity/contracts/pipeline/ingestion-events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { ingestionProjection, projectIngestion } from '../ingestion/project-ingestion';
import { recordOlderEvents } from '../ingestion/record-older-events';
import { SetAsides } from '../ingestion/set-asides';
import { wakeWaiting } from '../ingestion/wake-waiting';
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
    await scene.rejectOutcomes();
    const [id] = await pipeline.ingest({ account_ref: 'known' });
    for (let tries = 0; tries < 5; tries++) {
      await pipeline.letTimePass();
      await pipeline.drain();
    }
    await scene.acceptOutcomes();
    const dead = await pipeline.events.event(pipeline.tenantId, id!);
    expect(dead).toMatchObject({ status: 'dead', last_error: expect.stringMatching(/rejected$/) });
    await scene.lose();
    await scene.rebuild();
    await pipeline.drain();
    expect(await pipeline.events.event(pipeline.tenantId, id!)).toEqual(dead);
  });

  it.each(['without rows', 'on an older read side'])('restores no such outcome at a start %s either', async (start) => {
    await pipeline.customer(['known']);
    await scene.rejectOutcomes();
    const [id] = await pipeline.ingest({ account_ref: 'known' });
    const place = start === 'without rows' ? undefined : await scene.place();
    const accepted = await scene.log();
    for (let tries = 0; tries < 5; tries++) {
      await pipeline.letTimePass();
      await pipeline.drain();
    }
    await scene.acceptOutcomes();
    const dead = await pipeline.events.event(pipeline.tenantId, id!);
    await scene.lose();
    const { beforeFollowing, projection } = ingestionProjection();
    const project = async (events: RecordedEvent[]): Promise<void> => {
      for (const event of events) await scene.database.transaction((sql) => projection(sql, [event], false));
    };
    if (place !== undefined) await project(accepted);
    await beforeFollowing!(pipeline.ingestion.events, place);
    await project(await scene.log(place));
    expect(await pipeline.events.event(pipeline.tenantId, id!)).toEqual(dead);
  });

  it('restores the state of customers that is lost alone', async () => {
    await scene.fill();
    const before = await scene.rows();
    await scene.owner.query('TRUNCATE pipeline.subjects');
    await scene.rebuild();
    expect(await scene.rows()).toEqual(before);
  });

  it('keeps events waiting until its end, also when their customer is created meanwhile', async () => {
    const [id] = await pipeline.ingest({ account_ref: 'later' });
    await pipeline.drain();
    const log = await scene.log();
    await scene.lose();
    await scene.database.transaction((sql) => projectIngestion(sql, log, 'infinity', new SetAsides()));
    const customer = await pipeline.customer(['later']);
    await scene.database.transaction((sql) => wakeWaiting(sql, [`account_ref:${pipeline.tenantId}:later`], customer));
    await pipeline.drain();
    expect(await pipeline.events.event(pipeline.tenantId, id!)).toMatchObject({ status: 'pending' });
    await scene.rebuild();
    await pipeline.drain();
    expect(await pipeline.events.event(pipeline.tenantId, id!)).toMatchObject({ status: 'processed' });
  });

  it('beside a pipeline sets no event aside, however often it restores outcomes of its customer', async () => {
    pipeline.setRules([ANY]);
    await pipeline.customer(['known']);
    const lost: string[] = [];
    for (let event = 0; event < 6; event++) {
      lost.push(...(await pipeline.ingest({ account_ref: 'known' })));
      await pipeline.drain();
    }
    await scene.owner.query('DELETE FROM pipeline.processed_events');
    const log = await scene.log();
    const [id] = await pipeline.ingest({ account_ref: 'known' });
    pipeline.onReport = async () => {
      const next = lost.shift();
      const some = log.filter(({ data }) => JSON.stringify(data).includes(String(next)));
      await scene.database.transaction((sql) => projectIngestion(sql, some, 'infinity', new SetAsides()));
    };
    for (let round = 0; round < 8; round++) {
      await pipeline.round();
      await pipeline.lanes.idle();
    }
    expect(await pipeline.events.event(pipeline.tenantId, id!)).toMatchObject({ status: 'processed' });
    expect(pipeline.notices).toEqual([]);
  });

  it('has events wait whose outcomes lack their key, and restores the others of the same batch', async () => {
    const customer = await scene.fill();
    const before = await scene.rows();
    const { rows } = await scene.owner.query<{ sealed_key: Buffer }>(
      'SELECT sealed_key FROM privacy.data_keys WHERE subject = $1',
      [customer],
    );
    await scene.owner.query('DELETE FROM privacy.data_keys WHERE subject = $1', [customer]);
    await scene.lose();
    scene.pipeline = pipeline = pipeline.another(); // which has no key in memory
    expect(await scene.rebuild()).toMatchObject({ failed: 2 });
    await pipeline.drain();
    const restored = await scene.owner.query('SELECT DISTINCT customer_id FROM pipeline.processed_events');
    expect(restored.rows).toHaveLength(2);
    expect((await scene.verify()).unprojected).toBeGreaterThan(0);
    await scene.owner.query(
      "INSERT INTO privacy.data_keys (subject, kind, tenant_id, sealed_key) VALUES ($1, 'customer', $2, $3)",
      [customer, pipeline.tenantId, rows[0]!.sealed_key],
    );
    scene.pipeline = pipeline = pipeline.another();
    expect(await scene.rebuild()).toMatchObject({ failed: 0 });
    await pipeline.drain();
    expect(await scene.rows()).toEqual(before);
  });

  it.each(['a rebuild', 'a start'])(
    'gives no event a second outcome, if the key of its first one is missing, in %s',
    async (by) => {
      const [id] = await pipeline.ingest({ account_ref: 'later' }); // sealed with a key of its own
      await pipeline.drain();
      const customer = await pipeline.customer(['later']);
      await scene.owner.query("UPDATE pipeline.inbox SET status = 'pending', due_at = now()");
      await pipeline.drain();
      expect(await pipeline.events.event(pipeline.tenantId, id!)).toMatchObject({ status: 'processed' });
      await scene.owner.query('DELETE FROM privacy.data_keys WHERE subject = $1', [customer]);
      await scene.lose();
      scene.pipeline = pipeline = pipeline.another();
      if (by === 'a rebuild') expect(await scene.rebuild()).toMatchObject({ failed: 1 });
      else {
        const [log, { projection }] = [await scene.log(), ingestionProjection()];
        await scene.database.transaction((sql) => projection(sql, log, false));
      }
      await scene.owner.query("UPDATE pipeline.inbox SET due_at = due_at - interval '1 minute'");
      await pipeline.drain();
      expect(await pipeline.events.event(pipeline.tenantId, id!)).toMatchObject({ status: 'pending' });
    },
  );

  it('says how many events without an outcome lack their key', async () => {
    const customer = await pipeline.customer(['known']);
    await pipeline.ingest({ account_ref: 'known' });
    await scene.owner.query('DELETE FROM privacy.data_keys WHERE subject = $1', [customer]);
    await scene.lose();
    scene.pipeline = pipeline = pipeline.another();
    expect(await scene.rebuild()).toMatchObject({ failed: 1 });
    expect(await scene.verify()).toMatchObject({ verified: false, unprojected: 1, erased: 0 });
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
