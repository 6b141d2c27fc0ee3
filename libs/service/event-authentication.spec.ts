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
    const quiet = untilNoneIsOlder(service, ability, watched(database, looked), looked.signal, { quietMs: 0 });
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

describe('a row that looks like an instance of an older version', () => {
  const FORGE = `
    INSERT INTO platform.running_services (service, instance, is_ready, dependencies, seen_at)
    VALUES ('ledger', 'forged', true, '{}', now() + $1::interval)`;
  const rows = async () =>
    (await test.owner.query("SELECT FROM platform.running_services WHERE instance = 'forged'")).rowCount;
  const looked = (more: object): Promise<boolean> => {
    const looking = new AbortController();
    const quiet = untilNoneIsOlder('ledger', AUTHENTICATES_EVENTS, watched(test.owner, looking), looking.signal, {
      quietMs: 0,
      ...more,
    });
    return quiet.then(() => !looking.signal.aborted);
  };
  afterEach(() => test.owner.query("DELETE FROM platform.running_services WHERE instance = 'forged'"));

  it.each(['2 minutes', '10 years'])('delays nothing if it is from the future by %s, and is deleted', async (ahead) => {
    await test.owner.query(FORGE, [ahead]);
    expect(await looked({})).toBe(true);
    const newer = new Presence(test.owner, { service: 'ledger', instance: 'new' }, [], createLogger('silent'));
    await newer.say();
    expect(await rows()).toBe(0);
    await newer.stop();
  });

  it('is named in the log if it delays the upgrade for long', async () => {
    await test.owner.query(FORGE, ['0']);
    const warnings: unknown[] = [];
    const logger = Object.assign(createLogger('silent'), { warn: (about: unknown) => warnings.push(about) });
    expect(await looked({ logger })).toBe(false);
    expect(warnings).toEqual([]);
    expect(await looked({ logger, warnAfterMs: 0 })).toBe(false);
    expect(warnings).toEqual([{ service: 'ledger', lacks: AUTHENTICATES_EVENTS }]);
  });
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
