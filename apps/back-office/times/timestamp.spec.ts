import { timestampOf } from './timestamp';

describe('a point in time', () => {
  it.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T12:30Z', '2026-03-01T12:30:00.000Z'],
    ['2026-03-01T00:30:00+02:00', '2026-02-28T22:30:00.000Z'],
    ['2026-03-01T00:00:00.123456Z', '2026-03-01T00:00:00.123Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2000-02-29T23:59:59-23:59', '2000-03-01T23:58:59.000Z'],
    ['1970-01-01T00:00+01:00', '1969-12-31T23:00:00.000Z'],
    ['2999-12-31T23:59-01:00', '3000-01-01T00:59:00.000Z'],
  ])('%s is %s', (text, timestamp) => expect(timestampOf(text)).toBe(timestamp));

  it.each([
    '2026-02-29',
    '2026-02-30T00:00:00Z',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-01-00',
    '2100-02-29',
    '0000-08-07',
    '1969-12-31',
    '3000-01-01',
    '9999-12-31T23:59-01:00',
    '2026-03-01T24:00Z',
    '2026-03-01T12:60Z',
    '2026-03-01T12:00:00+24:00',
    '2026-03-01\n',
    '2026-03-01T12:00:00',
    '2026-03-01T25:00Z',
    'today',
    '',
    5,
  ])('%s is invalid', (text) => expect(timestampOf(text)).toBeUndefined());

  it('has 29 February in every leap year, and in no other year', () => {
    for (let year = 1970; year < 3000; year++) {
      const isLeap = new Date(Date.UTC(year, 2, 0)).getUTCDate() === 29;
      expect([year, timestampOf(`${year}-02-29`) !== undefined]).toEqual([year, isLeap]);
    }
  });
});
