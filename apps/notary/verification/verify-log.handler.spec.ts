import type { Subscription } from 'rxjs';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { verifyLog } from '@probity/contracts/audit/commands';
import { VerifyLogHandler } from './verify-log.handler';
import type { WalkParts } from './log-walk';

let handler: VerifyLogHandler;
/** the logs whose walks have begun, each of which waits for its first piece of work for ever */
let walked: unknown[];
const subscriptions: Subscription[] = [];
beforeEach(() => {
  walked = [];
  const never = (_text: string, [log]: unknown[]): Promise<never> => {
    walked.push(log);
    return new Promise(() => {});
  };
  handler = new VerifyLogHandler({ sql: { query: never } } as unknown as WalkParts);
});
afterEach(() => subscriptions.splice(0).forEach((subscription) => subscription.unsubscribe()));

async function verify(request: RequestOf<typeof verifyLog>): Promise<void> {
  subscriptions.push(handler.handle(request).subscribe({ error: () => {} }));
  await settled();
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
async function begun(log: string): Promise<void> {
  while (!walked.includes(log)) await settled();
}

it('lets walks of people run beside those with rests, of which one that was ended is still at work', async () => {
  for (const log of ['a', 'b']) {
    await verify({ log, paced: true });
    await begun(log);
  }
  await verify({ log: 'c' });
  await verify({ log: 'd' });
  expect(walked).toEqual(['a', 'b', 'c', 'd']);
});

it('runs one walk of a tenant at a time, whichever log it is, and two in all; others wait', async () => {
  await verify({ log: 'platform', tenant_id: 'a' });
  expect(() => handler.handle({ log: 'a', tenant_id: 'a' })).toThrow('one of this tenant is running or waits');
  await verify({ log: 'platform', tenant_id: 'b' });
  await verify({ log: 'c', tenant_id: 'c' });
  expect(walked).toEqual(['platform', 'platform']);
  subscriptions[0]!.unsubscribe();
  await verify({ log: 'a', tenant_id: 'a' });
  expect(walked).toEqual(['platform', 'platform', 'c']);
});
