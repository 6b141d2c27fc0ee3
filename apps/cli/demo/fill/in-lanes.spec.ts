import { inLanes } from './in-lanes';

it('works on every item, and on no more than allowed at a time', async () => {
  const done: number[] = [];
  let now = 0;
  let most = 0;
  await inLanes([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, ++now);
    await Promise.resolve();
    now--;
    done.push(item);
  });
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

it('begins nothing after a failure, and reports it', async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    await Promise.resolve();
    if (item === 2) throw new Error('no');
  };
  await expect(inLanes([1, 2, 3, 4, 5, 6], 2, work)).rejects.toThrow('no');
  expect(begun).not.toContain(6);
});
