import type { ReadBatch } from './event-store';
import { inRounds } from './in-rounds';

const batch = (n: number): ReadBatch => ({
  events: [{ id: `${n}`, type: 'T', data: n, stream: 's', revision: n }],
  checkpoint: `${n}`,
});
const never = new AbortController().signal;

describe('the rounds of a subscription', () => {
  it('begin at once after a quiet time, and gather what arrives before the next one', async () => {
    const rounds: ReadBatch[] = [];
    const subscribe = async function* () {
      for (let n = 0; n < 10; n++) yield batch(n);
    };
    for await (const round of inRounds(1_000, never, subscribe)) rounds.push(round);
    expect(rounds.flatMap(({ events }) => events.map(({ revision }) => revision))).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(rounds.length).toBeLessThanOrEqual(2);
    expect(rounds.at(-1)!.checkpoint).toBe('9');
  });

  it('are bounded, however many events wait', async () => {
    const sizes: number[] = [];
    const subscribe = async function* () {
      for (let n = 0; n < 100; n++) yield batch(n);
    };
    for await (const { events } of inRounds(60_000, never, subscribe)) sizes.push(events.length);
    expect(Math.max(...sizes)).toBe(16);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(100);
  });

  it('end the subscription when their reader ends, and pass its errors on', async () => {
    let ended: AbortSignal | undefined;
    const waiting = async function* (signal: AbortSignal) {
      ended = signal;
      yield batch(0);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    for await (const _ of inRounds(1, never, waiting)) break;
    expect(ended!.aborted).toBe(true);
    const failing = async function* () {
      yield batch(0);
      throw new Error('the connection is lost');
    };
    const read = async () => {
      for await (const _ of inRounds(0, never, failing));
    };
    await expect(read()).rejects.toThrow('the connection is lost');
  });
});
