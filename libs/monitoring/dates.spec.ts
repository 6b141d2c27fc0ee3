import { parseDate, wholeDays, wholeYears } from './dates';
import { formatDuration, parseDuration } from './duration';

const at = (text: string): number => Date.parse(text);

describe('dates', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-01-31T09:00Z', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31T09:00:01.5+02:00', '2026-01-31T07:00:01.500Z'],
    ['1899-12-31', '1899-12-31T00:00:00.000Z'],
  ])('reads %s', (text, moment) => {
    expect(new Date(parseDate(text) as number).toISOString()).toBe(moment);
  });

  it.each([
    '2026-02-29',
    '2026-02-31',
    '2026-13-01',
    '2026-1-1',
    '31.01.2026',
    '2026-01-31T09:00',
    '2026-01-31T25:00Z',
    '',
  ])('does not accept %p as a date', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });

  it('counts whole days and whole years', () => {
    expect(wholeDays(at('2026-01-01'), at('2026-01-02T23:59:59Z'))).toBe(1);
    expect(wholeDays(at('2026-01-02'), at('2026-01-01'))).toBe(-1);
    expect(wholeYears(at('2008-03-05'), at('2026-03-04T12:00:00Z'))).toBe(17);
    expect(wholeYears(at('2008-03-04'), at('2026-03-04T12:00:00Z'))).toBe(18);
    expect(wholeYears(at('2008-02-29'), at('2026-02-28'))).toBe(17);
    expect(wholeYears(at('2008-02-29'), at('2026-03-01'))).toBe(18);
  });
});

describe('durations', () => {
  it.each([
    ['90s', 90_000, '90s'],
    ['30m', 1_800_000, '30m'],
    ['120m', 7_200_000, '2h'],
    ['24h', 86_400_000, '1d'],
    ['366d', 31_622_400_000, '366d'],
  ])('reads %s', (text, milliseconds, written) => {
    expect(parseDuration(text)).toBe(milliseconds);
    expect(formatDuration(milliseconds)).toBe(written);
  });

  it.each(['', '0d', '-1d', '1w', '1.5h', '7 d', '367d', '9999999999d', 7, null])(
    'does not take %p for one',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );
});
