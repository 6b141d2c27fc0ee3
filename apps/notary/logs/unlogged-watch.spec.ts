import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { until } from '../copies/testing/copies-fixture';
import type { Notary } from '../notary';
import { NotaryFixture } from '../testing/notary-suite';

const HIDE = `
  CREATE FUNCTION event_store.hide() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NEW.transaction_id := 1; RETURN NEW; END'`;
const TRIGGER = `
  CREATE TRIGGER hide BEFORE INSERT ON event_store.events FOR EACH ROW EXECUTE FUNCTION event_store.hide()`;

let test: TestDatabase;
let notaries: NotaryFixture;
let notary: Notary;
let tenant: string;
let stream: string;

beforeEach(async () => {
  test = await createTestDatabase();
  notaries = await NotaryFixture.on(test);
  notaries.watch = { lookMs: 20, everyMs: 1, lateMs: 60_000 };
  [tenant, stream] = [randomUUID(), `customer-${randomUUID()}`];
  notary = await notaries.start();
  await notaries.append(tenant, stream, 3);
  await notaries.caughtUp(tenant);
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
  await test.owner.query(HIDE);
  await test.owner.query(TRIGGER);
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
  await test.owner.query('DROP TRIGGER hide ON event_store.events');
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
