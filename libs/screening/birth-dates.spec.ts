import { compareBirthDates } from './birth-dates';

describe('compareBirthDates', () => {
  it.each([
    ['1962-03-17', ['1962-03-17'], 'same day'],
    ['1962-03-17', ['1962-03'], 'same month'],
    ['1962-03', ['1962-03-17'], 'same month'],
    ['1962-03-17', ['1962'], 'same year'],
    ['1962', ['1962-03-17'], 'same year'],
    ['1960-05-05', ['1958/1962'], 'same year'],
    ['1962-03-05', ['1962-05-03'], 'day and month swapped'],
    ['1962-03-17', ['1962-03-18'], 'same year, another day'],
    ['1962-03', ['1962-04'], 'same year, another day'],
    ['1962-03-17', ['1963-01-01'], 'a year apart'],
    ['1963', ['1958/1962'], 'a year apart'],
    ['1962-03-17', ['1958'], 'years apart'],
    ['1962-03-17', ['1950'], 'many years apart'],
    ['1970', ['1958/1962'], 'many years apart'],
    ['1966', ['1958/1962'], 'years apart'],
  ])('compares %s with %s: %s', (date, others, agreement) => {
    expect(compareBirthDates(date, others)).toBe(agreement);
  });

  it('returns the best agreement with several dates in any order', () => {
    expect(compareBirthDates('1962-03-17', ['1950', '1962-03-17', '1963'])).toBe('same day');
    expect(compareBirthDates('1962-03-17', ['1962', '1962-03'])).toBe('same month');
  });

  it('returns undefined when a date is missing or invalid', () => {
    expect(compareBirthDates(undefined, ['1962'])).toBeUndefined();
    expect(compareBirthDates('1962', [])).toBeUndefined();
    expect(compareBirthDates('1962', ['unknown'])).toBeUndefined();
  });
});
