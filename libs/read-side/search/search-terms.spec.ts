import { changesSearchTerms, identifierTerm, searchTerms, wordsOf } from './search-terms';

const terms = (more: Partial<Parameters<typeof searchTerms>[0]>): string[] =>
  searchTerms({ email: 'a@b.example', account_refs: [], ...more }).filter((term) => term !== 'a@b.example');

describe('what a customer is found by', () => {
  it.each([
    ['José Núñez-Álvarez', ['jose', 'nunez', 'alvarez']],
    ["O'Neill", ['oneill']],
    ['Müller GmbH', ['muller', 'gmbh', 'mueller']],
    ['Søren Åse', ['soren', 'ase', 'soeren', 'aase']],
    ['Иван Петров', ['ivan', 'petrov']],
    ['محمد', ['mhmd']],
    ['ＡＣＭＥ  Ｔrading', ['acme', 'trading']],
    ['', []],
    ['!!! ---', []],
  ])('%s: the words, without accents and case', (full_name, expected) => {
    expect(terms({ full_name })).toEqual(expected);
  });

  it('has both names, the email, the external id and the account references', () => {
    const found = searchTerms({
      email: 'Ana.Maria@Example.org',
      full_name: 'Ana Maria',
      business_name: 'Ana Trading',
      external_id: 'CRM 00-17',
      account_refs: ['DE89 3704', 'acc/1'],
    });
    expect(found.sort()).toEqual(
      ['ana', 'maria', 'trading', 'ana.maria@example.org', 'crm00-17', 'de893704', 'acc/1'].sort(),
    );
  });

  it('is bounded for the longest names', () => {
    const full_name = Array.from({ length: 500 }, (_, n) => `w${n}`).join(' ');
    expect(terms({ full_name }).length).toBeLessThanOrEqual(80);
    expect(wordsOf('x'.repeat(10_000))[0]).toHaveLength(100);
    expect(identifierTerm('🙂'.repeat(60)).isWellFormed()).toBe(true);
  });

  it('changes with these fields only', () => {
    expect(['full_name', 'business_name', 'external_id'].map((name) => changesSearchTerms({ [name]: 'x' }))).toEqual([
      true,
      true,
      true,
    ]);
    expect(changesSearchTerms({ account_refs: [] })).toBe(true);
    expect(changesSearchTerms({ occupation: 'x' } as object)).toBe(false);
  });
});
