import { FairQueue } from './fair-queue';

/** Takes everything out; each item takes the milliseconds in it. */
function order(queue: FairQueue<[name: string, milliseconds: number]>): string[] {
  const names: string[] = [];
  for (let next = queue.take(); next; next = queue.take()) {
    const [name, milliseconds] = next.item;
    names.push(name);
    queue.charge(next.owner, milliseconds);
  }
  return names;
}

describe('a fair queue', () => {
  it('gives its owners equal time, and keeps the order of each', () => {
    const queue = new FairQueue<[string, number]>();
    for (const n of [1, 2, 3]) queue.push('slow', [`slow ${n}`, 30]);
    for (const n of [1, 2, 3, 4, 5]) queue.push('quick', [`quick ${n}`, 10]);
    expect(queue.size).toBe(8);
    expect(order(queue)).toEqual(['slow 1', 'quick 1', 'quick 2', 'quick 3', 'slow 2', 'quick 4', 'quick 5', 'slow 3']);
    expect(queue.size).toBe(0);
  });

  it('gives nothing to an owner for the time in which it had nothing to do', () => {
    const queue = new FairQueue<[string, number]>();
    for (const n of [1, 2, 3, 4]) queue.push('busy', [`busy ${n}`, 10]);
    for (let n = 0; n < 2; n++) queue.charge(queue.take()!.owner, 10);
    for (const n of [1, 2, 3]) queue.push('late', [`late ${n}`, 10]);
    expect(order(queue)).toEqual(['busy 3', 'late 1', 'busy 4', 'late 2', 'late 3']);
  });

  it('does not hold against an owner what it used before the queue was empty', () => {
    const queue = new FairQueue<[string, number]>();
    queue.push('old', ['old 1', 10_000]);
    expect(order(queue)).toEqual(['old 1']);
    for (const n of [1, 2, 3]) queue.push('new', [`new ${n}`, 10]);
    queue.push('old', ['old 2', 10]);
    expect(order(queue).indexOf('old 2')).toBeLessThanOrEqual(1);
  });

  it('puts an item back before the others of its owner', () => {
    const queue = new FairQueue<[string, number]>();
    for (const n of [1, 2]) queue.push('a', [`a ${n}`, 1]);
    const { owner, item } = queue.take()!;
    queue.putBack(owner, item);
    expect(order(queue)).toEqual(['a 1', 'a 2']);
    const last = new FairQueue<string>();
    last.putBack('a', 'x');
    expect(last.take()).toEqual({ owner: 'a', item: 'x' });
  });
});
