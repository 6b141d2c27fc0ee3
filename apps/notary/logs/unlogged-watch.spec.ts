import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { onOwnServer } from '../../../testing/own-server';
import { until } from '../copies/testing/copies-fixture';
import { hideNewEvents, hideNoMore, type LoggedTenant, logTenant, openTransaction } from '../testing/logged-tenant';

onOwnServer();

let { test, notaries, notary, tenant, stream } = {} as LoggedTenant;

beforeEach(async () => {
  ({ test, notaries, notary, tenant, stream } = await logTenant({ lookMs: 20, everyMs: 1, lateMs: 60_000 }));
});
afterEach(async () => {
  await notaries.stop();
  await test.drop();
});

const reports = async (): Promise<string[]> =>
  (await test.owner.query<{ stream: string }>('SELECT stream FROM platform.contradictions')).rows.map(
    (row) => row.stream,
  );

it('reports an event that the notary never gets after a minute, until a log has it', async () => {
  await hideNewEvents(test.owner);
  await notaries.append(tenant, stream);
  await until(() => notary.unlogged.oldest !== undefined, 'it is found');
  expect(await reports()).toEqual([]);
  await until(() => {
    notaries.laterMs += 1_000;
    return notary.unlogged.reported.length > 0;
  }, 'it is reported');
  expect(notary.unlogged.reported).toEqual([stream]);
  expect(notary.lagSeconds).toBeGreaterThan(60);
  expect(await reports()).toEqual([stream]);

  await notaries.stop();
  await hideNoMore(test.owner);
  await test.owner.query("DELETE FROM event_store.checkpoints WHERE follower = 'notary'");
  notary = await notaries.start();
  await notaries.caughtUp(tenant);
  await until(() => notary.unlogged.oldest === undefined, 'a log has it');
  expect(notary.unlogged.reported).toEqual([]);
  await notaries.expectSound(tenant);
});

describe('while an older transaction is open', () => {
  let end: () => Promise<void>;
  const lines: { msg: string; transaction?: { application: string } }[] = [];

  beforeEach(async () => {
    await notaries.stop();
    lines.length = 0;
    notaries.logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[0]) });
    notary = await notaries.start();
    end = await openTransaction(test);
  });
  afterEach(() => end());

  /** Returns how far the time went on. */
  async function untilReported(): Promise<number> {
    const began = notaries.laterMs;
    await until(() => {
      notaries.laterMs += 1_000;
      return notary.unlogged.reported.length > 0;
    }, 'it is reported');
    return notaries.laterMs - began;
  }

  async function untilNamed(): Promise<void> {
    await notaries.append(tenant, stream);
    await until(() => notary.unlogged.oldest !== undefined, 'it is found');
    notaries.laterMs += 120_000;
    await until(() => lines.some(({ transaction }) => transaction?.application === 'long-transaction'), 'it is named');
  }

  it('events that wait for it are lag, and are not reported', async () => {
    await untilNamed();
    expect(notary.unlogged.reported).toEqual([]);
    expect(notary.lagSeconds).toBeGreaterThan(60);
    await end();
    await notaries.caughtUp(tenant);
    await until(() => notary.unlogged.oldest === undefined, 'a log has it');
    expect(await reports()).toEqual([]);
  });

  it('an event that the notary does not get after the end is reported a minute later', async () => {
    await untilNamed();
    await test.owner.query('ALTER TABLE event_store.events DISABLE TRIGGER events_are_append_only');
    await test.owner.query('UPDATE event_store.events SET transaction_id = 1 WHERE stream = $1 AND revision = 3', [
      stream,
    ]);
    await end();
    expect(await untilReported()).toBeGreaterThan(50_000);
    expect(await reports()).toEqual([stream]);
  });

  it('an event with a transaction of the future is reported', async () => {
    await hideNewEvents(test.owner, 9_223_372_036_854_775_807n);
    await notaries.append(tenant, stream);
    await untilReported();
    expect(await reports()).toEqual([stream]);
  });
});

it('reports nothing of events that are signed', async () => {
  for (let n = 0; n < 5; n++) {
    await notaries.append(tenant, `alert-${randomUUID()}`);
    notaries.laterMs += 61_000;
    await notaries.caughtUp(tenant);
  }
  await until(() => notary.unlogged.oldest === undefined, 'nothing is left');
  expect(await reports()).toEqual([]);
});
