import { randomBytes, randomUUID } from 'node:crypto';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { Sealer } from '@probity/platform/sealing';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { NotaryFixture } from '../testing/notary-suite';
import { CHECKPOINT_KEY } from './checkpoint-key';
import { CheckpointKeyUnreadable } from './checkpoint-key-unreadable';
import { CheckpointKeys } from './checkpoint-keys';

const FORGE = `
  INSERT INTO notary.keys (id, log, public_key, created_at, revision) VALUES (gen_random_uuid(), $1, '', now(), 0)`;

let test: TestDatabase;
let notaries: NotaryFixture;
beforeEach(async () => {
  test = await createTestDatabase();
  notaries = await NotaryFixture.on(test);
});
afterEach(async () => {
  await notaries.stop();
  await test.drop();
});

const streams = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const stream of notaries.store.listStreams(CHECKPOINT_KEY.prefix)) found.push(stream);
  return found;
};

it.each([randomUUID(), 'invented', '', 'x'.repeat(1_000)])(
  'a forged row of a key of an invented log begins no key, and does not fail the start',
  async (log) => {
    await test.owner.query(FORGE, [log]);
    await notaries.start();
    expect(await streams()).toEqual([]);
  },
);

it('a wrong master key is found beside forged rows', async () => {
  const tenant = randomUUID();
  await notaries.start();
  await notaries.append(tenant, `customer-${randomUUID()}`);
  await notaries.caughtUp(tenant);
  for (let n = 0; n < 5; n++) await test.owner.query(FORGE, [randomUUID()]);
  const store = new AggregateStore(notaries.store, notaries.database);
  const other = new CheckpointKeys(store, new Sealer(randomBytes(32)), notaries.now);
  await expect(other.checkMasterKey(test.owner)).rejects.toThrow(CheckpointKeyUnreadable);
});
