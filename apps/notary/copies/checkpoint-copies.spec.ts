import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { CHECKPOINT_COPIES } from './checkpoint-copies';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const [log, other] = [randomUUID(), randomUUID()];
const copied = {
  ...{ log: other, tenant_id: other, kind: 'bucket', name: 'archive', tree_size: 3, log_revision: 1 },
  ...{ checkpoint: 'a note', proof: null, copied_at: '2026-03-02T09:15:00.000Z' },
};
const project = (of: string, data: unknown, revision: number): Promise<void> => {
  const event = { id: randomUUID(), stream: CHECKPOINT_COPIES.stream(of), revision, type: 'CheckpointCopied', data };
  return test.owner.transaction((sql) => CHECKPOINT_COPIES.projection(sql, [event], false));
};
const sizes = async () =>
  (await test.owner.query<{ log: string; size: number }>('SELECT log, tree_size::int AS size FROM notary.copies')).rows;

it('a forged event in the stream of the copies of one log changes no copies of another', async () => {
  await project(other, copied, 0);
  await project(log, { ...copied, tree_size: 999_999 }, 7);
  expect(await sizes()).toEqual([
    { log: other, size: 3 },
    { log, size: 999_999 },
  ]);
});

it.each([null, {}, { ...copied, tree_size: 2 ** 60 }, { ...copied, proof: '\0' }, { ...copied, copied_at: 'today' }])(
  'an event of another form is damaged: %j',
  async (data) => {
    await expect(project(log, data, 8)).rejects.toThrow('differs from the event that Probity wrote');
  },
);
