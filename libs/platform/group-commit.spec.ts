import { GroupCommit } from './group-commit';

const limits = { most: 3, mostWaiting: 5 };

describe('items that arrive one by one', () => {
  it('are stored in batches, each with the items that arrived while the previous batch was stored', async () => {
    const batches: number[][] = [];
    const commit = new GroupCommit<number>((batch) => Promise.resolve(void batches.push(batch)), limits);
    await Promise.all([1, 2, 3, 4, 5].map((n) => commit.take(n)));
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('join a batch that lingers, and the next one lingers too', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    const batches: number[][] = [];
    const store = (batch: number[]) => Promise.resolve(void batches.push(batch));
    const commit = new GroupCommit<number>(store, { ...limits, lingerMs: 20 });
    const taken = [commit.take(1)];
    await jest.advanceTimersByTimeAsync(19);
    taken.push(commit.take(2));
    expect(batches).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    taken.push(commit.take(3));
    await jest.advanceTimersByTimeAsync(20);
    await Promise.all(taken);
    jest.useRealTimers();
    expect(batches).toEqual([[1, 2], [3]]);
  });

  it('get the result of their batch', async () => {
    const commit = new GroupCommit((batch: number[]) => Promise.resolve(new Set(batch)), limits);
    const results = await Promise.all([1, 2, 3, 4].map((n) => commit.take(n)));
    expect(results.map((batch) => [...batch])).toEqual([[1, 2, 3], [1, 2, 3], [1, 2, 3], [4]]);
  });

  it('are all stored, also when they arrive just after the end of a batch', async () => {
    const stored: number[] = [];
    const commit = new GroupCommit<number>((batch) => Promise.resolve(void stored.push(...batch)), limits);
    for (let n = 0; n < 100; n++) {
      await commit.take(n);
      for (let turns = 0; turns < n % 7; turns++) await Promise.resolve();
    }
    expect(stored).toHaveLength(100);
  });

  it('do not make other items of the batch fail when they cannot be stored', async () => {
    const stored: number[] = [];
    const commit = new GroupCommit<number>((batch) => {
      if (batch.includes(2)) return Promise.reject(new Error('not 2'));
      stored.push(...batch);
      return Promise.resolve();
    }, limits);
    const results = await Promise.allSettled([1, 2, 3].map((n) => commit.take(n)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(stored).toEqual([1, 3]);
  });

  it('are rejected when too many wait', async () => {
    const commit = new GroupCommit<number>(() => Promise.resolve(), limits);
    const taken = [1, 2, 3, 4, 5].map((n) => commit.take(n));
    await expect(commit.take(6)).rejects.toMatchObject({ code: 'overloaded' });
    await Promise.all(taken);
    await commit.close();
    await commit.take(7);
  });
});
