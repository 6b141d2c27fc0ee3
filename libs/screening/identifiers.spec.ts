import { compareIdentifiers } from './identifiers';

const passport = { type: 'passport', value: 'AB 123-456', country: 'RU' };

describe('compareIdentifiers', () => {
  it('compares without case, spaces and punctuation', () => {
    expect(compareIdentifiers([{ type: 'Passport No.', value: 'ab123456' }], [passport])).toBe('same');
  });

  it('takes a number whose kind is not said for any kind', () => {
    expect(compareIdentifiers([{ value: 'AB123456' }], [passport])).toBe('same');
  });

  it('tells one number of another kind or another country', () => {
    expect(compareIdentifiers([{ type: 'tax id', value: 'AB123456' }], [passport])).toBe('same number, another kind');
    expect(compareIdentifiers([{ ...passport, country: 'BY' }], [passport])).toBe('same number, another kind');
  });

  it('tells two numbers of one kind and country', () => {
    expect(compareIdentifiers([{ ...passport, value: 'ZZ999999' }], [passport])).toBe('different');
  });

  it('says nothing of two numbers of different kinds, of short ones, and where one side has none', () => {
    expect(compareIdentifiers([{ type: 'tax id', value: '777777', country: 'RU' }], [passport])).toBeUndefined();
    expect(compareIdentifiers([{ value: 'A1' }], [{ type: 'passport', value: 'A1' }])).toBeUndefined();
    expect(compareIdentifiers([], [passport])).toBeUndefined();
  });
});
