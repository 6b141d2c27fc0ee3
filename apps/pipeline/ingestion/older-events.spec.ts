import { randomUUID } from 'node:crypto';
import { ingestionStream, OLDER_EVENTS } from '@probity/contracts/pipeline/ingestion-events';
import { AcceptedEventsScene, EVENT_STORES, LOGGER } from '../testing/accepted-events-scene';
import { OlderEvents } from './older-events';

const HOUR = 3_600_000;
const FORGE = `
  INSERT INTO pipeline.processed_events (event_id, tenant_id, event_type, customer_id, payload, stages, alert_ids,
    received_at, processed_at, occurred_at)
  SELECT gen_random_uuid(), tenant_id, event_type, customer_id, payload, stages, alert_ids, received_at, processed_at,
    occurred_at
  FROM pipeline.processed_events LIMIT 1`;

let scene: AcceptedEventsScene;
beforeAll(async () => {
  scene = await AcceptedEventsScene.open();
});
afterAll(() => scene.end());

describe.each(EVENT_STORES)('events of an earlier version, with events in %s', (_name, open) => {
  let now: number;
  let older: OlderEvents;
  beforeEach(async () => {
    await scene.begin(open);
    now = Date.now();
    const { ingestion } = scene.pipeline;
    older = new OlderEvents({ ...ingestion, logger: LOGGER, now: () => new Date(now) });
  });

  const record = (): Promise<void> => older.record(new AbortController().signal);
  const unrecorded = async (): Promise<number> =>
    (await scene.owner.query('SELECT FROM pipeline.processed_events WHERE NOT recorded')).rowCount!;

  it('are recorded until there were none for an hour; a row that is in no event is a forged one then', async () => {
    await scene.fill();
    await scene.owner.query('UPDATE pipeline.processed_events SET recorded = false');
    await scene.forgetEvents();
    await scene.owner.query('UPDATE pipeline.inbox SET recorded = false');
    await record();
    expect(await unrecorded()).toBe(0);
    now += HOUR - 1;
    await record();
    await scene.owner.query('UPDATE pipeline.processed_events SET recorded = false');
    await record(); // an older version may have written it
    expect(await unrecorded()).toBe(0);
    now += HOUR;
    await record();
    await scene.owner.query(FORGE);
    await record();
    expect(await unrecorded()).toBe(1);
    expect(await scene.verify()).toMatchObject({
      verified: false,
      tables: [expect.objectContaining({ unexplained: 1 })],
    });
  });

  it('are not recorded again because of a later event of the stream that says so, and the verification names it', async () => {
    await scene.fill();
    await scene.owner.query('UPDATE pipeline.processed_events SET recorded = true');
    await record();
    now += HOUR;
    await record();
    const foreign = { id: randomUUID(), type: 'OlderEventsRecorded', data: { batch_id: OLDER_EVENTS } };
    await scene.store.append(ingestionStream(OLDER_EVENTS), 0, [foreign], () => Promise.resolve());
    await scene.owner.query(FORGE);
    const { ingestion } = scene.pipeline;
    older = new OlderEvents({ ...ingestion, logger: LOGGER, now: () => new Date(now) });
    await record();
    expect(await unrecorded()).toBe(1);
    expect(await scene.verify()).toMatchObject({
      unprojected: 1,
      tables: [expect.objectContaining({ unexplained: 1 })],
    });
  });

  it('are recorded for an hour after another process did it last', async () => {
    const lock = await scene.database.tryLock('record older events');
    now += HOUR;
    await record();
    lock!.release();
    await record();
    await scene.fill();
    await scene.owner.query('UPDATE pipeline.processed_events SET recorded = false');
    await record();
    expect(await unrecorded()).toBe(0);
  });

  it('are dead after a rebuild if they were', async () => {
    const { pipeline } = scene;
    await pipeline.customer(['known']);
    const [id] = await pipeline.ingest({ account_ref: 'known' });
    await scene.owner.query(
      "UPDATE pipeline.inbox SET recorded = false, status = 'dead', attempts = 5, last_error = 'no'",
    );
    await scene.forgetEvents();
    await record();
    const dead = await pipeline.events.event(pipeline.tenantId, id!);
    expect(dead).toMatchObject({ status: 'dead', attempts: 5, last_error: 'no' });
    expect(await scene.verify()).toMatchObject({ verified: true });
    await scene.lose();
    await scene.rebuild();
    await pipeline.drain();
    expect(await pipeline.events.event(pipeline.tenantId, id!)).toEqual(dead);
  });

  it('stay forgotten if their customer is erased before they are recorded', async () => {
    const { pipeline } = scene;
    const [id] = await pipeline.ingest({ account_ref: 'later' });
    await pipeline.drain();
    await scene.owner.query('DELETE FROM privacy.data_keys WHERE subject = $1', [id]);
    await scene.erase(await pipeline.customer(['later']));
    const { rows } = await scene.owner.query('SELECT kind, sealed_key FROM privacy.data_keys WHERE subject = $1', [id]);
    expect(rows).toEqual([{ kind: 'event', sealed_key: null }]);
  });
});
