import { inFlight } from './in-flight';

describe('concurrent work', () => {
  it('is done for every item, a limited number at a time', async () => {
    let underWay = 0;
    let most = 0;
    const done: number[] = [];
    async function* items() {
      for (let item = 1; item <= 20; item++) yield item;
    }
    await inFlight(items(), 4, async (item) => {
      most = Math.max(most, ++underWay);
      await new Promise(setImmediate);
      underWay--;
      done.push(item);
    });
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(most).toBe(4);
  });

  it('takes no more items after a failure, and throws it after running work has ended', async () => {
    let taken = 0;
    let finished = 0;
    async function* items() {
      for (;;) yield ++taken;
    }
    const work = async (item: number): Promise<void> => {
      await new Promise(setImmediate);
      if (item === 3) throw new Error('the third failed');
      finished++;
    };
    await expect(inFlight(items(), 2, work)).rejects.toThrow('the third failed');
    expect(taken).toBeLessThan(7);
    expect(finished).toBe(taken - 1);
  });

  it('waits for running work when the next item cannot be read', async () => {
    let finished = 0;
    async function* items() {
      yield 1;
      yield 2;
      throw new Error('the file broke off');
    }
    const work = async (): Promise<void> => {
      await new Promise(setImmediate);
      finished++;
    };
    await expect(inFlight(items(), 4, work)).rejects.toThrow('the file broke off');
    expect(finished).toBe(2);
  });
});
