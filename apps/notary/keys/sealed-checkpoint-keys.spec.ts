import { randomBytes, randomUUID } from 'node:crypto';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { Sealer } from '@probity/platform/sealing';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { NotaryFixture } from '../testing/notary-suite';
import { CHECKPOINT_KEY } from './checkpoint-key';
import { sealedCheckpointKeys } from './sealed-checkpoint-keys';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('a forged event about one key does not keep the others from being sealed again', async () => {
  const fixture = await NotaryFixture.on(test);
  const [tenant, other] = [randomUUID(), randomUUID()];
  await fixture.start();
  for (const each of [tenant, other]) await fixture.append(each, `customer-${randomUUID()}`);
  await fixture.caughtUp(tenant, other);
  await fixture.stop();
  const keys = (await test.owner.query<{ log: string }>('SELECT log FROM notary.keys')).rows.map(({ log }) => log);
  const forged = { id: randomUUID(), type: 'CheckpointKeyReplaced', data: {} };
  await fixture.writer.append(CHECKPOINT_KEY.stream(tenant), 0, [forged], async () => {});

  const next = new Sealer({ current: randomBytes(32), previous: fixture.masterKey });
  const store = new AggregateStore(fixture.store, fixture.database);
  const sealed = sealedCheckpointKeys(fixture.database, next, store);
  const { resealed, unreadable } = await sealed.reseal(new AbortController().signal);
  expect([resealed, unreadable.map(({ id }) => id)]).toEqual([keys.length - 1, [tenant]]);
  expect(await sealed.count()).toEqual(
    new Map([
      [next.keyId, keys.length - 1],
      ['', 1],
    ]),
  );
});
