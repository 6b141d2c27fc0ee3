import { Refusal } from './errors';
import { inLine } from './in-line';

const tooMany = () => new Refusal('overloaded', 'overloaded', 'too many');

/** A task that ends when it is told to. */
function task() {
  let end = (_: string): void => {};
  const ended = new Promise<string>((resolve) => (end = resolve));
  return { work: jest.fn(() => ended), end: () => end('done') };
}

describe('tasks in line', () => {
  it('run a few at once, wait in their order, and are rejected when too many wait', async () => {
    const run = inLine({ atOnce: 2, waiting: 1 }, tooMany);
    const [first, second, third, fourth] = [task(), task(), task(), task()];
    const results = [first, second, third].map(({ work }) => run(work));
    await expect(run(fourth.work)).rejects.toMatchObject({ kind: 'overloaded' });
    expect(second.work).toHaveBeenCalled();
    expect(third.work).not.toHaveBeenCalled();
    expect(fourth.work).not.toHaveBeenCalled();
    first.end();
    expect(await results[0]).toBe('done');
    third.end();
    second.end();
    expect(await Promise.all(results)).toEqual(['done', 'done', 'done']);
    expect(third.work).toHaveBeenCalledTimes(1);
  });

  it('are few of one party, so that another finds room', async () => {
    const run = inLine({ atOnce: 1, waiting: 3, ofEach: 2 }, tooMany);
    const [first, second, other] = [task(), task(), task()];
    const results = [run(first.work, 'a'), run(second.work, 'a')];
    await expect(run(task().work, 'a')).rejects.toMatchObject({ kind: 'overloaded' });
    results.push(run(other.work, 'b'));
    [first, second, other].forEach(({ end }) => end());
    expect(await Promise.all(results)).toEqual(['done', 'done', 'done']);
    expect(await run(() => Promise.resolve('again'), 'a')).toBe('again');
  });

  it('that fail reject for their caller, and make room', async () => {
    const run = inLine({ atOnce: 1, waiting: 0 }, tooMany);
    await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await run(() => Promise.resolve('next'))).toBe('next');
  });
});
