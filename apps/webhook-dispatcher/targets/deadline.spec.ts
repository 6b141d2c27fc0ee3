import { deadlineIn, within } from './deadline';

it('answers what is done in time and passes its error on', async () => {
  expect(await within(5_000, Promise.resolve('done'))).toBe('done');
  await expect(within(5_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('gives up on what is late, and does not mind how it ends', async () => {
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<never>((_, reject) => (fail = reject));
  await expect(within(10, work)).rejects.toMatchObject({ name: 'TargetUnreachable', reason: 'timed_out' });
  fail(new Error('too late to matter'));
  await new Promise(setImmediate); // an unhandled rejection would end the test here
});

it('never has less than no time left', () => {
  expect(deadlineIn(1_000).remainingMs()).toBeGreaterThan(0);
  expect(deadlineIn(-1).remainingMs()).toBe(0);
});
