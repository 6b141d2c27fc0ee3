import { ListEntry } from '@probity/screening/list-entry';
import { entryDigest } from './entry-digest';

const ENTRY: ListEntry = {
  list: 'test-list',
  id: '1',
  schema: 'Person',
  topics: ['sanction', 'crime'],
  names: [
    { name: 'Ann Example', quality: 'primary' },
    { name: 'Annie', quality: 'alias' },
    { name: 'A. E.', quality: 'weak' },
  ],
  birth_dates: ['1962', '1963'],
  countries: ['DE', 'FR'],
  identifiers: [
    { type: 'passport', value: '1', country: 'DE' },
    { type: 'tax id', value: '2' },
  ],
  programs: ['A', 'B'],
  remarks: 'something',
};

describe('the digest of an entry', () => {
  it('has 64 hex digits and does not depend on the order of the content', () => {
    const [primary, ...others] = ENTRY.names;
    const turned: ListEntry = {
      remarks: 'something',
      programs: ['B', 'A'],
      identifiers: [
        { value: '2', type: 'tax id' },
        { country: 'DE', value: '1', type: 'passport' },
      ],
      countries: ['FR', 'DE'],
      birth_dates: ['1963', '1962'],
      names: [primary!, ...others.toReversed()],
      topics: ['crime', 'sanction'],
      schema: 'Person',
      id: '1',
      list: 'test-list',
    };
    expect(entryDigest(ENTRY)).toMatch(/^[0-9a-f]{64}$/);
    expect(entryDigest(turned)).toBe(entryDigest(ENTRY));
    expect(turned.programs).toEqual(['B', 'A']);
  });

  it.each<[string, Partial<ListEntry>]>([
    ['list', { list: 'other' }],
    ['id', { id: '2' }],
    ['schema', { schema: 'Company' }],
    ['topics', { topics: ['sanction'] }],
    ['primary name', { names: [ENTRY.names[1]!, ENTRY.names[0]!, ENTRY.names[2]!] }],
    ['quality', { names: [ENTRY.names[0]!, { name: 'Annie', quality: 'weak' }, ENTRY.names[2]!] }],
    ['birth_dates', { birth_dates: ['1962'] }],
    ['countries', { countries: [] }],
    ['identifiers', { identifiers: [{ type: 'passport', value: '1' }, ENTRY.identifiers[1]!] }],
    ['programs', { programs: ['A'] }],
    ['remarks', { remarks: undefined }],
  ])('changes with the %s', (_, change) => {
    expect(entryDigest({ ...ENTRY, ...change })).not.toBe(entryDigest(ENTRY));
  });
});
