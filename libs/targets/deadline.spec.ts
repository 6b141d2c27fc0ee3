import { deadlineIn, within } from './deadline';

it('returns the result of timely work and passes on its error', async () => {
  expect(await within(5_000, Promise.resolve('done'))).toBe('done');
  await expect(within(5_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('stops waiting for late work, and ignores how it ends', async () => {
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<never>((_, reject) => (fail = reject));
  await expect(within(10, work)).rejects.toMatchObject({ name: 'TargetUnreachable', reason: 'timed_out' });
  fail(new Error('too late to matter'));
  await new Promise(setImmediate); // an unhandled rejection would end the test here
});

it('never has a negative time left', () => {
  expect(deadlineIn(1_000).remainingMs()).toBeGreaterThan(0);
  expect(deadlineIn(-1).remainingMs()).toBe(0);
});
