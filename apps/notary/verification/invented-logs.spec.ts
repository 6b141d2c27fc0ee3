import { randomUUID } from 'node:crypto';
import type { LogVerification } from '@probity/contracts/audit/verification';
import { PLATFORM_LOG } from '@probity/contracts/checkpoints/events';
import { NO_STREAM } from '@probity/event-store/event-store';
import { type LoggedTenant, logTenant } from '../testing/logged-tenant';
import { LogWalk } from './log-walk';

const FORGE = `
  INSERT INTO notary.leaves (stream, revision, log, index, hash)
  SELECT 'forged-' || n, 0, $1 || n, 0, '' FROM generate_series(1, $2) AS n`;

let { test, notaries, notary, tenant } = {} as LoggedTenant;
beforeEach(async () => {
  ({ test, notaries, notary, tenant } = await logTenant());
  const event = { id: randomUUID(), type: 'Happened', data: {} };
  await notaries.writer.append('platform-1', NO_STREAM, [event], async () => {});
  for (const limit = Date.now() + 10_000; (await notaries.leaves(PLATFORM_LOG)).length < 2;) {
    if (Date.now() > limit) throw new Error('the log of the platform lacks the event');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
});
afterEach(async () => {
  await notaries.stop();
  await test.drop();
});

async function verify(log: string): Promise<LogVerification> {
  const parts = { events: notaries.store, sql: notaries.database, keys: notary.keys };
  let last: LogVerification | undefined;
  for await (last of new LogWalk(parts, log).run()) continue;
  return last!;
}

it('leaves of logs that do not exist are problems of the log of the platform, up to a hundred logs', async () => {
  expect(await verify(PLATFORM_LOG)).toMatchObject({ problems: 0, done: true });
  await test.owner.query(FORGE, ['invented-', 1]);
  const detail = 'notary.leaves has rows of the log invented-1, which has no events';
  expect(await verify(PLATFORM_LOG)).toMatchObject({ problems: 1, first: { kind: 'changed_log', detail } });
  await test.owner.query(FORGE.replaceAll('forged-', 'more-'), ['more-', 200]);
  expect(await verify(PLATFORM_LOG)).toMatchObject({ problems: 100, done: true });
  expect(await verify(tenant)).toMatchObject({ problems: 0, done: true });
});
