import { nextAttempt, RETRY_DELAYS_MS, retryAfterMs } from './retry-schedule';

const now = new Date('2026-03-02T09:00:00.000Z');
const MINUTE = 60_000;
const after = (date: Date | null): number | null => date && date.getTime() - now.getTime();

describe('the schedule of retries', () => {
  it('is 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, and then nothing', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => after(nextAttempt(failures, now, 0, 0)));
    const minutes = [5 / 60, 5, 30, 120, 300, 600, 600];
    expect(delays).toEqual([...minutes.map((count) => count * MINUTE), null]);
  });

  it('varies by up to a fifth', () => {
    expect(after(nextAttempt(1, now, 0, 0.999))).toBeCloseTo(RETRY_DELAYS_MS[0] * 1.2, -2);
  });

  it('waits longer when the receiver requests it, but not without limit, and never shorter', () => {
    expect(after(nextAttempt(1, now, MINUTE, 0))).toBe(MINUTE);
    expect(after(nextAttempt(1, now, Infinity, 0))).toBe(600 * MINUTE);
    expect(after(nextAttempt(3, now, MINUTE, 0))).toBe(30 * MINUTE);
    expect(nextAttempt(8, now, MINUTE, 0)).toBeNull();
  });
});

it.each([
  [undefined, 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['Mon, 02 Mar 2026 09:01:00 GMT', MINUTE],
  ['Mon, 02 Mar 2026 08:59:00 GMT', 0],
  ['-5', 0],
  ['1.5', 0],
  ['99999999999999999999', 0],
  ['soon', 0],
  ['2026-03-02', 0],
  ['', 0],
])('Retry-After: %s is %d ms', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms);
});
