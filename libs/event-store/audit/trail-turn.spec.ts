import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TrailTurn } from './trail-turn';

let database: TestDatabase;
const turn = (): TrailTurn => new TrailTurn(database.owner, 'ledger');

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('gives way to a comparison that waits', async () => {
  const background = turn();
  const given = (await background.takeToGiveWay())!;
  expect(await background.isWanted()).toBe(false);
  const taken = turn().take();
  while (!(await background.isWanted())) await new Promise((resolve) => setImmediate(resolve));
  given.release();
  const lock = (await taken)!;
  expect(await background.isWanted()).toBe(false);
  expect(await turn().takeToGiveWay()).toBeUndefined();
  lock.release();
});

it('does not wait for a comparison that does not give way', async () => {
  const lock = (await turn().take())!;
  expect(await turn().take()).toBeUndefined();
  lock.release();
  const background = (await turn().takeToGiveWay())!;
  expect(await turn().takeToGiveWay()).toBeUndefined();
  background.release();
});

it('says of another trail nothing', async () => {
  const lock = (await turn().takeToGiveWay())!;
  const other = (await new TrailTurn(database.owner, 'pipeline').take())!;
  for (const one of [lock, other]) one.release();
});
