import { randomUUID } from 'node:crypto';
import type { Lock } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { NotaryFixture } from './testing/notary-suite';

describe('a notary while a session of another role holds its lock', () => {
  let test: TestDatabase;
  let fixture: NotaryFixture;
  let lock: Lock | undefined;
  beforeAll(async () => {
    test = await createTestDatabase();
    fixture = await NotaryFixture.on(test);
  });
  afterAll(async () => {
    lock?.release();
    await fixture.stop();
    await test.drop();
  });

  it('shows the lag and is not ready, until the lock is free', async () => {
    lock = (await (await test.as(ROLES.gateway)).tryLock('follower notary'))!;
    const tenant = randomUUID();
    await fixture.append(tenant, `customer-${randomUUID()}`, 2);
    const notary = await fixture.start();
    for (const limit = Date.now() + 30_000; notary.lagSeconds === 0;) {
      if (Date.now() > limit) throw new Error('it shows no lag');
      fixture.laterMs += 1_000;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(notary.state).toBe('standby');
    expect(notary.lagSeconds).toBeGreaterThanOrEqual(60);
    await expect(notary.checkReady()).rejects.toThrow(
      /"follower notary" .*application "test-probity_gateway".*pg_stat_activity/,
    );

    lock.release();
    await fixture.caughtUp(tenant);
    expect(notary.lagSeconds).toBeLessThan(60);
    await expect(notary.checkReady()).resolves.toBeUndefined();
    await fixture.expectSound(tenant);
  }, 60_000);
});
