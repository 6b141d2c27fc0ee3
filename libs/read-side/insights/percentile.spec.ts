import { percentile } from './percentile';

const of = (...minutes: number[]) => minutes.map((one) => ({ minutes: one, alerts: 1 }));

it('is the smallest time within which the share was decided', () => {
  expect(percentile(of(1, 2, 3, 4), 0.5)).toBe(2);
  expect(percentile(of(1, 2, 3), 0.5)).toBe(2);
  expect(percentile(of(1, 2, 3, 4, 5, 6, 7, 8, 9, 100), 0.9)).toBe(9);
  expect(percentile(of(7), 0.9)).toBe(7);
});

it('counts every decision of a bucket', () => {
  const buckets = [
    { minutes: 5, alerts: 90 },
    { minutes: 600, alerts: 10 },
  ];
  expect([percentile(buckets, 0.5), percentile(buckets, 0.9), percentile(buckets, 0.91)]).toEqual([5, 5, 600]);
});
