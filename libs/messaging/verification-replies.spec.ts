import { lastValueFrom, type Observable } from 'rxjs';
import { VerificationReplies } from './verification-replies';

interface Line {
  name: string;
  done: boolean;
}

const ended = new Set<string>();

/** Work whose first piece takes so long that it rests afterwards until it is ended. */
async function* longWork(name: string): AsyncGenerator<Line> {
  try {
    for (const until = performance.now() + 20; performance.now() < until;);
    for (;;) yield { name, done: false };
  } finally {
    ended.add(name);
  }
}

async function* shortWork(name: string): AsyncGenerator<Line> {
  yield { name, done: false };
  yield { name, done: true };
}

/** Subscribes, and resolves at the first reply. */
async function begun(replies: Observable<Line>) {
  let first = (): void => {};
  const hasBegun = new Promise<void>((resolve) => (first = resolve));
  const failed: unknown[] = [];
  const subscription = replies.subscribe({ next: () => first(), error: (error: unknown) => failed.push(error) });
  await hasBegun;
  return { subscription, failed };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

it('ends a verification with rests when the next one begins, and lets those of staff run', async () => {
  const replies = new VerificationReplies<Line>();
  const { failed } = await begun(replies.of(longWork('first'), true));
  expect(await lastValueFrom(replies.of(shortWork('of staff')))).toEqual({ name: 'of staff', done: true });
  expect(failed).toEqual([]);
  expect(await lastValueFrom(replies.of(shortWork('second'), true))).toEqual({ name: 'second', done: true });
  await until(() => ended.has('first'));
  expect(failed).toMatchObject([{ code: 'unavailable', message: expect.stringContaining('took the place') }]);
});

it('ends the work when its caller does not wait any more', async () => {
  const { subscription } = await begun(new VerificationReplies<Line>().of(longWork('left'), true));
  subscription.unsubscribe();
  await until(() => ended.has('left'));
});
