import { randomUUID } from 'node:crypto';
import { logStream } from '@probity/contracts/checkpoints/events';
import { ledgerStream } from '@probity/contracts/ledger/events';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { CHECKPOINT_KEY } from '../keys/checkpoint-key';
import { NotaryFixture } from '../testing/notary-suite';

let test: TestDatabase;
let fixture: NotaryFixture;
beforeEach(async () => {
  test = await createTestDatabase();
  fixture = await NotaryFixture.on(test);
  await test.owner.execute('ALTER TABLE event_store.events DROP CONSTRAINT IF EXISTS events_revision_is_exact');
});
afterEach(async () => {
  await fixture.stop();
  await test.drop();
});

/** What Postgres can store as the revision of an event, if its owner lifts the constraint. No stream reaches them. */
const OUT_OF_RANGE = ['9007199254740991', '9007199254740993', '9223372036854775807'];
const write = (stream: string, revision: string, type: string, data: object) =>
  test.owner.query(
    `INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2, gen_random_uuid(), $3, $4)`,
    [stream, revision, type, JSON.stringify(data)],
  );
const happens = (tenant: string) => fixture.append(tenant, `customer-${randomUUID()}`);
const stoppedLogs = async (): Promise<string[]> =>
  (await test.owner.query<{ log: string }>('SELECT log FROM notary.stopped_logs')).rows.map(({ log }) => log);
const setAside = async (): Promise<string[]> =>
  (await test.owner.query<{ stream: string }>('SELECT stream FROM notary.stopped_streams')).rows.map(
    ({ stream }) => stream,
  );
async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  for (const limit = Date.now() + 10_000; !(await condition());) {
    if (Date.now() > limit) throw new Error(`not within 10 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

it.each(OUT_OF_RANGE)('sets aside only the stream that has an event of revision %s', async (revision) => {
  const tenant = randomUUID();
  const [begun, fresh, ledger] = [`customer-${randomUUID()}`, `alert-${randomUUID()}`, `ledger-${randomUUID()}`];
  await fixture.start();
  await fixture.append(tenant, begun);
  await fixture.caughtUp(tenant);
  for (const stream of [begun, fresh, 'elsewhere']) await write(stream, revision, 'Happened', { tenant_id: tenant });
  await write(ledger, revision, 'CommitChained', { tenant_id: tenant });
  await until('they are set aside', async () => (await setAside()).length === 4);
  expect((await setAside()).sort()).toEqual([begun, fresh, ledger, 'elsewhere'].sort());
  await happens(tenant);
  await fixture.caughtUp(tenant);
  await fixture.stop();

  const notary = await fixture.start();
  await happens(tenant);
  await fixture.caughtUp(tenant);
  await fixture.expectSound(tenant);
  expect([notary.state, await stoppedLogs()]).toEqual(['active', []]);
});

it.each(OUT_OF_RANGE)('stops only the log that has an event of revision %s, or whose key has', async (revision) => {
  const [log, key, other] = [randomUUID(), randomUUID(), randomUUID()];
  await fixture.start();
  for (const tenant of [log, key, other]) await happens(tenant);
  await fixture.caughtUp(log, key, other);
  await fixture.stop();
  await write(logStream(log), revision, 'CheckpointSigned', {});
  await write(CHECKPOINT_KEY.stream(key), revision, 'CheckpointKeyReplaced', {});
  await write(CHECKPOINT_KEY.stream(randomUUID()), revision, 'CheckpointKeyCreated', {});
  const notary = await fixture.start();
  for (const tenant of [log, key, other]) await happens(tenant);
  await fixture.caughtUp(other);
  await until('the log stops', async () => (await stoppedLogs()).includes(log));
  expect(await stoppedLogs()).not.toContain(other);
  await happens(other);
  await fixture.caughtUp(other);
  expect(notary.state).toBe('active');
});

it('signs no ledger without a tenant, and takes an id in capital letters for the same tenant', async () => {
  const [tenant, ledger_id] = [randomUUID(), randomUUID()];
  await fixture.start();
  await happens(tenant);
  await fixture.caughtUp(tenant);
  const commit = { ledger_id, first_revision: 0, tree_size: 0, frontier: [] };
  await write(ledgerStream(ledger_id), '0', 'CommitChained', commit);
  const loud = `customer-${randomUUID()}`;
  await write(loud, '0', 'Happened', { tenant_id: tenant.toUpperCase() });
  await until('the ledger is set aside', async () => (await setAside()).includes(ledgerStream(ledger_id)));
  const named = async () => (await fixture.leaves(tenant)).map(([stream]) => stream);
  await until('the log of the tenant has the event', async () => (await named()).includes(loud));
  expect(await stoppedLogs()).toEqual([]);
});

it('stops the log of a tenant whose first key would follow events of another program, and not the next one', async () => {
  const [tenant, other] = [randomUUID(), randomUUID()];
  await write(CHECKPOINT_KEY.stream(tenant), OUT_OF_RANGE[2]!, 'CheckpointKeyCreated', {});
  await fixture.start();
  for (const each of [tenant, other]) await happens(each);
  await fixture.caughtUp(other);
  await until('the log stops', async () => (await stoppedLogs()).length > 0);
  expect(await stoppedLogs()).toEqual([tenant]);
});
