import { setTimeout as delay } from 'node:timers/promises';
import { ListeningTime } from './listening-time';

/** Keeps the event loop busy, as the loading of modules does. */
function stall(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('leaves out the time in which the event loop stood still', () => {
  const time = new ListeningTime();
  stall(1_000);
  expect(time.ms).toBeLessThan(250);
  time.end();
});

it('counts the time in which the event loop ran', async () => {
  const time = new ListeningTime();
  const begun = performance.now();
  while (time.ms < 300) await delay(10);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(299);
  time.end();
});
