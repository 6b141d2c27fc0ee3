import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './logging';
import { levelOfWait, StartEnded, StartWaits } from './start-waits';

describe('waiting during a start', () => {
  const logged: string[] = [];
  const logging = (level: string) => (_fields: object, message: string) => logged.push(`${level}: ${message}`);
  const logger = { info: logging('info'), warn: logging('warn') } as unknown as Logger;
  const never = (): Promise<never> => new Promise(() => {});
  beforeEach(() => logged.splice(0));

  it('returns the result of the work or throws its error, and logs nothing when the work is quick', async () => {
    const waits = new StartWaits(logger, new AbortController().signal);
    expect(await waits.until('Kafka', () => Promise.resolve(7))).toBe(7);
    await expect(waits.until('Kafka', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(logged).toEqual([]);
  });

  it('logs the name of the other system when the work takes time, at first without a warning', async () => {
    const waits = new StartWaits(logger, new AbortController().signal);
    await waits.until('Kafka at a:9092', () => delay(600));
    expect(logged).toEqual(['info: waiting for Kafka at a:9092']);
  });

  it('warns of a wait only when it lasts', () => {
    expect([0, 2, 3, 60].map(levelOfWait)).toEqual(['info', 'info', 'warn', 'warn']);
  });

  it('ends when the signal is aborted, and then starts no more work', async () => {
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
