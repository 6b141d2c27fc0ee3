import { Turns } from './turns';

/** Work that ends when the test says so. */
function begin(turns: Turns, owner: string, begun: string[]) {
  let end!: () => void;
  const ending = new Promise<void>((resolve) => (end = resolve));
  const done = turns.run(owner, () => {
    begun.push(owner);
    return ending;
  });
  return { end, done };
}

describe('turns', () => {
  afterEach(() => jest.restoreAllMocks());

  it('a burst of one owner lets the work of another begin after two of its own at most', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const turns = new Turns(2);
    const begun: string[] = [];
    const burst = Array.from({ length: 50 }, () => begin(turns, 'busy', begun));
    const calm = begin(turns, 'calm', begun);
    expect(begun).toEqual(['busy', 'busy']);
    for (const work of burst.slice(0, 2)) {
      now += 1;
      work.end();
      await work.done;
    }
    expect(begun.slice(2)).toContain('calm');
    for (const { end } of [...burst, calm]) end();
    await Promise.all([...burst, calm].map(({ done }) => done));
    expect(begun).toHaveLength(51);
  });

  it('work that fails gives its place to the next', async () => {
    const turns = new Turns(1);
    const failing = turns.run('a', () => Promise.reject(new Error('failed')));
    const next = turns.run('a', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('done');
    expect(await turns.run('a', () => Promise.resolve('again'))).toBe('again');
  });
});
