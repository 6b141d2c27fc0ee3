import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { ROLES } from '@probity/persistence/roles';
import { createLogger } from '@probity/platform/logging';
import { Presence } from './presence';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const running = async () =>
  (await test.owner.query('SELECT service, instance, is_ready, dependencies FROM platform.running_services')).rows;

it.each(Object.entries(ROLES))(
  'the %s service says that it runs, whether it is ready, and that it stops',
  async (service, role) => {
    const database = await test.as(role);
    let isReady = true;
    const check = () => (isReady ? Promise.resolve() : Promise.reject(new Error('gone')));
    const presence = new Presence(
      database,
      { service, instance: 'i-1' },
      [{ name: 'broker', check }],
      createLogger('silent'),
    );
    await presence.say();
    expect(await running()).toEqual([{ service, instance: 'i-1', is_ready: true, dependencies: { broker: 'ok' } }]);
    isReady = false;
    await presence.say();
    expect(await running()).toMatchObject([{ is_ready: false, dependencies: { broker: 'unavailable' } }]);
    await presence.stop();
    expect(await running()).toEqual([]);
  },
);
