import { timestampOf } from './timestamp';

describe('a point in time', () => {
  it.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T12:30Z', '2026-03-01T12:30:00.000Z'],
    ['2026-03-01T00:30:00+02:00', '2026-02-28T22:30:00.000Z'],
    ['2026-03-01T00:00:00.123456Z', '2026-03-01T00:00:00.123Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, timestamp) => expect(timestampOf(text)).toBe(timestamp));

  it.each([
    '2026-02-29',
    '2026-02-30T00:00:00Z',
    '2026-13-01',
    '2026-03-01T12:00:00',
    '2026-03-01T25:00Z',
    'today',
    '',
    5,
  ])('%s is invalid', (text) => expect(timestampOf(text)).toBeUndefined());
});
