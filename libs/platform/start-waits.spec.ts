import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './logging';
import { StartEnded, StartWaits } from './start-waits';

describe('the waits of a start', () => {
  const logged: string[] = [];
  const logger = { warn: (_fields: object, message: string) => logged.push(message) } as unknown as Logger;
  const never = (): Promise<never> => new Promise(() => {});
  beforeEach(() => logged.splice(0));

  it('return what the work returns, or pass its error on, without a log line when it is quick', async () => {
    const waits = new StartWaits(logger, new AbortController().signal);
    expect(await waits.until('Kafka', () => Promise.resolve(7))).toBe(7);
    await expect(waits.until('Kafka', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(logged).toEqual([]);
  });

  it('log what they wait for when it takes time', async () => {
    const waits = new StartWaits(logger, new AbortController().signal);
    await waits.until('Kafka at a:9092', () => delay(600));
    expect(logged).toEqual(['waiting for Kafka at a:9092']);
  });

  it('end on a signal, and then begin no more work', async () => {
    const signals = new AbortController();
    const waits = new StartWaits(logger, signals.signal);
    const waiting = waits.until('EventStoreDB', never);
    signals.abort();
    await expect(waiting).rejects.toBeInstanceOf(StartEnded);
    const work = jest.fn(never);
    await expect(waits.until('Kafka', work)).rejects.toBeInstanceOf(StartEnded);
    expect(work).not.toHaveBeenCalled();
  });
});
