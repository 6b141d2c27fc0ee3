import { randomUUID } from 'node:crypto';
import { until } from '../copies/testing/copies-fixture';
import { hideNewEvents, hideNoMore, type LoggedTenant, logTenant } from '../testing/logged-tenant';

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

it('reports nothing of events that are signed', async () => {
  for (let n = 0; n < 5; n++) {
    await notaries.append(tenant, `alert-${randomUUID()}`);
    notaries.laterMs += 61_000;
    await notaries.caughtUp(tenant);
  }
  await until(() => notary.unlogged.oldest === undefined, 'nothing is left');
  expect(await reports()).toEqual([]);
});
