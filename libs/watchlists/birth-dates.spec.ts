import { britishDate, circa, dateInWords, dateOf, isoDate, ofacDate, rangeOf } from './birth-dates';

describe('dates of birth', () => {
  it('must exist in the calendar', () => {
    expect(dateOf(2000, 2, 29)).toBe('2000-02-29');
    expect([dateOf(1900, 2, 29), dateOf(1962, 13), dateOf(1962, 0), dateOf(62), dateOf(1962, 4, 31)]).toEqual(
      Array(5).fill(undefined),
    );
  });

  it.each([
    ['17/03/1962', '1962-03-17'],
    ['dd/mm/1962', '1962'],
    ['00/00/1962', '1962'],
    ['--/--/1962', '1962'],
    ['dd/03/1962', '1962-03'],
    ['17/mm/1962', '1962'],
    ['03/1962', '1962-03'],
    ['1962', '1962'],
    ['17/03/19yy', undefined],
    ['31/02/1962', undefined],
  ])('the British form %s is read as %s', (text, date) => {
    expect(britishDate(text)).toBe(date);
  });

  it.each([
    ['1971-01-22', '1971-01-22'],
    ['1971-01', '1971-01'],
    ['1971', '1971'],
    ['1971-01-22T00:00:00', '1971-01-22'],
    ['22.01.1971', undefined],
    ['1971-13-01', undefined],
  ])('the ISO form %s is read as %s', (text, date) => {
    expect(isoDate(text)).toBe(date);
  });

  it.each([
    ['Nov. 1973', '1973-11'],
    ['September 1961', '1961-09'],
    ['3 May 1938', '1938-05-03'],
    ['3 Foo 1938', undefined],
    ['about 1938', undefined],
  ])('the form in words %s is read as %s', (text, date) => {
    expect(dateInWords(text)).toBe(date);
  });

  it('become a range if they are approximate, and ranges begin with the earlier year', () => {
    expect(circa('1960-05-01')).toBe('1958/1962');
    expect(circa('1958/1962')).toBe('1958/1962');
    expect(rangeOf('1962', '1958')).toBe('1958/1962');
    expect(rangeOf(undefined, '1958')).toBe('1958');
    expect(ofacDate('circa 1960 to 1965')).toBe('1960/1965');
    expect(ofacDate('1960 to whenever')).toBeUndefined();
  });
});
