import { randomUUID } from 'node:crypto';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { NotaryFixture } from '../testing/notary-suite';
import { CheckpointKeys } from './checkpoint-keys';

let test: TestDatabase;
let fixture: NotaryFixture;
beforeAll(async () => {
  test = await createTestDatabase();
  fixture = await NotaryFixture.on(test);
});
afterAll(() => test.drop());

it('a key that was replaced during a slow read of it does not sign any more', async () => {
  const now = () => new Date();
  const [log, key_id] = [randomUUID(), randomUUID()];
  const other = new CheckpointKeys(new AggregateStore(fixture.store, fixture.database), fixture.sealer, now);
  await other.of(log);
  const slow = new AggregateStore(fixture.store, fixture.database);
  const change = slow.change.bind(slow);
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const hasRead = new Promise<void>((resolve) => {
    jest.spyOn(slow, 'change').mockImplementationOnce(async (...given) => {
      const result = await change(...given);
      resolve();
      await released;
      return result;
    });
  });
  const keys = new CheckpointKeys(slow, fixture.sealer, now);
  const read = keys.of(log);
  await hasRead;
  await other.replace({ log, key_id, overlapMs: 0, officer: 'Ada', reason: 'it leaked' });
  keys.forget(log);
  expect((await keys.of(log)).signers.map(({ id }) => id)).toEqual([key_id]);
  release();
  await read;
  expect((await keys.of(log)).signers.map(({ id }) => id)).toEqual([key_id]);
});
