import { ROLES } from '@probity/persistence/roles';
import { createLogger } from '@probity/platform/logging';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { AUTHENTICATES_EVENTS, LEARNS_EVENT_KEYS, untilNoneIsOlder } from './event-authentication';
import { Presence } from './presence';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const services = { ledger: ROLES.ledger, pipeline: ROLES.pipeline, 'back-office': ROLES.backOffice };

const all = Object.entries(services).flatMap(([service, role]) => [
  { service, role, ability: AUTHENTICATES_EVENTS, others: [] },
  { service, role, ability: LEARNS_EVENT_KEYS, others: [AUTHENTICATES_EVENTS] },
]);

it.each(all)('an instance of the $service service without $ability delays what needs it', async (one) => {
  const { service, role, ability, others } = one;
  const database = await test.as(role);
  const instance = (name: string, abilities?: string[]) =>
    new Presence(database, { service, instance: name, abilities }, [], createLogger('silent'));
  const isQuiet = async (): Promise<boolean> => {
    const looked = new AbortController();
    const quiet = untilNoneIsOlder(service, ability, watched(database, looked), looked.signal, 0);
    await quiet;
    return !looked.signal.aborted;
  };
  expect(await isQuiet()).toBe(true);
  const newer = instance('new', [...others, ability]);
  await newer.say();
  expect(await isQuiet()).toBe(true);
  const older = instance('old', others);
  await older.say();
  expect(await isQuiet()).toBe(false);
  await older.stop();
  expect(await isQuiet()).toBe(true);
  await newer.stop();
});

/** Gives up after the first look that finds an older instance. */
function watched(database: Awaited<ReturnType<TestDatabase['as']>>, looked: AbortController): typeof database {
  const query = async (...statement: Parameters<typeof database.query>) => {
    const result = await database.query(...statement);
    if ((result.rows[0] as { older: boolean }).older) looked.abort();
    return result;
  };
  return Object.assign(Object.create(database) as typeof database, { query });
}
