import { settled } from './settled';

/** Returns each of the counts in turn, then the last one forever. */
function counting(...counts: number[]) {
  let asked = 0;
  const pending = (): Promise<number> => Promise.resolve(counts[Math.min(asked++, counts.length - 1)]!);
  return { pending, asked: () => asked };
}

describe('waiting for pending work', () => {
  it('does not wait when nothing is pending', async () => {
    const { pending, asked } = counting(0);
    expect(await settled(pending, 10_000)).toBe(0);
    expect(asked()).toBe(1);
  });

  it('checks again until nothing is pending', async () => {
    const { pending, asked } = counting(3, 2, 0);
    expect(await settled(pending, 10_000)).toBe(0);
    expect(asked()).toBe(3);
  });

  it('ends at the deadline, and returns the number that is still pending', async () => {
    const { pending, asked } = counting(2);
    expect(await settled(pending, 60)).toBe(2);
    expect(asked()).toBeGreaterThan(1);
    expect(asked()).toBeLessThan(15);
  });

  it('checks once more after the deadline, so that work that just ended is not reported as pending', async () => {
    const beganAt = performance.now();
    const pending = (): Promise<number> => Promise.resolve(performance.now() - beganAt < 40 ? 1 : 0);
    expect(await settled(pending, 40)).toBe(0);
  });

  it('fails when a check fails', async () => {
    await expect(settled(() => Promise.reject(new Error('no database')), 10_000)).rejects.toThrow('no database');
  });
});
