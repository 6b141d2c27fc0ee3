import {
  AFTER_CRASH_MS,
  FIRST_RETRY_MS,
  isStale,
  LATER_RETRY_MS,
  nextAfterCrash,
  nextAfterFailure,
  nextAfterSuccess,
} from './fetch-schedule';

const NOW = new Date('2026-03-02T12:00:00Z');
const HOUR_MS = 3_600_000;
const least = () => 0;
const most = () => 0.999999;
const waitMs = (next: Date): number => next.getTime() - NOW.getTime();

describe('the next fetch of a list', () => {
  it.each([1, 24, 168])('follows a success after %d hours, and at most a tenth later', (hours) => {
    expect(waitMs(nextAfterSuccess(NOW, hours, least))).toBe(hours * HOUR_MS);
    expect(waitMs(nextAfterSuccess(NOW, hours, most))).toBeLessThan(hours * HOUR_MS * 1.1);
    expect(waitMs(nextAfterSuccess(NOW, hours, most))).toBeGreaterThan(hours * HOUR_MS * 1.09);
  });

  it('follows a failure after a quarter of an hour, and then every hour, never sooner', () => {
    expect([1, 2, 3, 1_000].map((failures) => waitMs(nextAfterFailure(NOW, failures, least)))).toEqual([
      FIRST_RETRY_MS,
      LATER_RETRY_MS,
      LATER_RETRY_MS,
      LATER_RETRY_MS,
    ]);
    for (const failures of [1, 2, 3]) {
      const sooner = waitMs(nextAfterFailure(NOW, failures, least));
      expect(waitMs(nextAfterFailure(NOW, failures, most))).toBeGreaterThan(sooner);
    }
  });

  it('follows the death of a process soon, so that its import continues, and a second one after an hour', () => {
    expect(waitMs(nextAfterCrash(NOW, 0))).toBe(AFTER_CRASH_MS);
    expect(AFTER_CRASH_MS).toBeLessThan(10 * 60_000); // then the import is abandoned
    expect(waitMs(nextAfterCrash(NOW, 1))).toBe(LATER_RETRY_MS);
  });
});

it('a list is stale when it was not confirmed for longer than allowed', () => {
  const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
  expect(isStale(ago(72 * HOUR_MS), 72, NOW)).toBe(false);
  expect(isStale(ago(72 * HOUR_MS + 1), 72, NOW)).toBe(true);
  expect(isStale(NOW, 1, NOW)).toBe(false);
});
