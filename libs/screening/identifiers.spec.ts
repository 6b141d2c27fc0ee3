import { compareIdentifiers } from './identifiers';

const passport = { type: 'passport', value: 'AB 123-456', country: 'RU' };

describe('compareIdentifiers', () => {
  it('ignores case, spaces and punctuation', () => {
    expect(compareIdentifiers([{ type: 'Passport No.', value: 'ab123456' }], [passport])).toBe('same');
  });

  it('compares a number of unknown kind with numbers of every kind', () => {
    expect(compareIdentifiers([{ value: 'AB123456' }], [passport])).toBe('same');
  });

  it('reports the same number with another kind or another country', () => {
    expect(compareIdentifiers([{ type: 'tax id', value: 'AB123456' }], [passport])).toBe('same number, another kind');
    expect(compareIdentifiers([{ ...passport, country: 'BY' }], [passport])).toBe('same number, another kind');
  });

  it('reports two different numbers of the same kind and country', () => {
    expect(compareIdentifiers([{ ...passport, value: 'ZZ999999' }], [passport])).toBe('different');
  });

  it('returns undefined for numbers of different kinds, for short numbers and for no numbers', () => {
    expect(compareIdentifiers([{ type: 'tax id', value: '777777', country: 'RU' }], [passport])).toBeUndefined();
    expect(compareIdentifiers([{ value: 'A1' }], [{ type: 'passport', value: 'A1' }])).toBeUndefined();
    expect(compareIdentifiers([], [passport])).toBeUndefined();
  });
});
