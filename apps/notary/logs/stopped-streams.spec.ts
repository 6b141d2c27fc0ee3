import { randomUUID } from 'node:crypto';
import { until } from '../copies/testing/copies-fixture';
import { type LoggedTenant, logTenant } from '../testing/logged-tenant';

const ROW = "INSERT INTO notary.stopped_streams VALUES ($1, $2, 0, 'a forged row', now())";
const END_CONNECTIONS = `
  SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

let { test, notaries, notary, tenant, stream } = {} as LoggedTenant;

beforeEach(async () => {
  ({ test, notaries, notary, tenant, stream } = await logTenant({ lookMs: 20, everyMs: 1, lateMs: 60_000 }));
});
afterEach(async () => {
  await notaries.stop();
  await test.drop();
});

const stored = async (): Promise<string[]> =>
  (await test.owner.query<{ stream: string }>('SELECT stream FROM notary.stopped_streams')).rows.map(
    (row) => row.stream,
  );

/** The connections of the notary end, and it begins again. */
async function beginAgain(): Promise<void> {
  await test.owner.query(END_CONNECTIONS);
  await until(() => notary.state !== 'active', 'the notary has lost its connections');
  await until(() => notary.state === 'active', 'the notary has begun again');
}

it('a row for a sound stream, also for a moment, keeps no event from its log', async () => {
  await test.owner.query(ROW, [stream, tenant]);
  expect(await notary.stoppedStreams.count()).toBe(1);
  await beginAgain();
  await test.owner.query('DELETE FROM notary.stopped_streams');
  await notaries.append(tenant, stream, 2);
  await notaries.caughtUp(tenant);
  await notaries.expectSound(tenant);
  expect(await notary.stoppedStreams.count()).toBe(0);
});

it('a stream that is left out stays in count and table when its row is deleted', async () => {
  const damaged = `alert-${randomUUID()}`;
  await test.owner.query(
    `INSERT INTO event_store.events (stream, revision, id, type, data)
     VALUES ($1, 0, gen_random_uuid(), 'AlertRaised', '{"no": JSON')`,
    [damaged],
  );
  await until(async () => (await stored()).length === 1, 'it is set aside');
  await test.owner.query('DELETE FROM notary.stopped_streams');
  expect(await notary.stoppedStreams.count()).toBe(1);
  await until(async () => (await stored())[0] === damaged, 'its row is back');
});
