import { randomUUID } from 'node:crypto';
import { logStream } from '@probity/contracts/checkpoints/events';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { NotaryFixture } from '../testing/notary-suite';
import { CHECKPOINT_KEY } from './checkpoint-key';

let test: TestDatabase;
let fixture: NotaryFixture;
let tenant: string;
let other: string;
beforeEach(async () => {
  test = await createTestDatabase();
  fixture = await NotaryFixture.on(test);
  [tenant, other] = [randomUUID(), randomUUID()];
  await fixture.start();
  for (const each of [tenant, other]) await happens(each);
  await fixture.caughtUp(tenant, other);
});
afterEach(async () => {
  await fixture.stop();
  await test.drop();
});

const happens = (of: string) => fixture.append(of, `customer-${randomUUID()}`);
/** As a newer version of the notary, which runs beside this one. */
async function appendUnknown(stream: string): Promise<void> {
  const last = (await fixture.store.lastEvent(stream))!;
  const event = { id: randomUUID(), type: 'KeyRevoked', data: { log: tenant, tenant_id: tenant } };
  await fixture.writer.append(stream, last.revision, [event], async () => {});
}
const problems = async () =>
  (
    await test.owner.query<{ log: string; problem: string }>(
      'SELECT log, problem FROM notary.stopped_logs ORDER BY log',
    )
  ).rows;
async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const limit = Date.now() + 10_000; !(await condition());) {
    if (Date.now() > limit) throw new Error('not within 10 s');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
/** The log stops with a clear problem, nothing is signed of it any more, and the other one goes on. */
async function expectStopped(): Promise<void> {
  const before = await fixture.leaves(tenant);
  for (const each of [tenant, other]) await happens(each);
  await fixture.caughtUp(other);
  await until(async () => (await problems()).length > 0);
  expect(await problems()).toEqual([
    { log: tenant, problem: expect.stringMatching(/has the type KeyRevoked, which this version does not know/) },
  ]);
  expect(await fixture.leaves(tenant)).toEqual(before);
}

it.each(['while it runs', 'before it starts'])(
  'a log stops when a newer version wrote an unknown event about its key %s, and goes on with a version that knows it',
  async (when) => {
    const stream = CHECKPOINT_KEY.stream(tenant);
    if (when === 'before it starts') await fixture.stop();
    await appendUnknown(stream);
    if (when === 'before it starts') await fixture.start();
    await expectStopped();
    await fixture.stop();

    // Stands for a version that knows the event: it reads the keys without an error.
    await test.owner.transaction(async (sql) => {
      await sql.query("SET LOCAL session_replication_role = 'replica'");
      await sql.query("DELETE FROM event_store.events WHERE stream = $1 AND type = 'KeyRevoked'", [stream]);
    });
    await fixture.start();
    await fixture.caughtUp(tenant);
    await until(async () => (await problems()).length === 0); // after its events are in it
  },
);

it('a log stops when a newer version wrote an unknown event at its end', async () => {
  await fixture.stop();
  await appendUnknown(logStream(tenant));
  await fixture.start();
  await expectStopped();
});
