import type { ListEntry } from './list-entry';
import { qualify } from './qualifiers';
import type { ScreeningSubject } from './screening-subject';
import { WEIGHTS } from './weights';

const entry: ListEntry = {
  list: 'test',
  id: '1',
  schema: 'Person',
  topics: ['sanction'],
  names: [{ name: 'Hamilcar Barca', quality: 'primary' }],
  birth_dates: ['1962-03-17'],
  countries: ['TN'],
  identifiers: [{ type: 'passport', value: 'T123456', country: 'TN' }],
  programs: [],
};
const subject: ScreeningSubject = { schema: 'Person', names: ['Hamilcar Barca'] };

const scored = (known: Partial<ScreeningSubject>, nameScore = 0.8): number =>
  qualify({ ...subject, ...known }, entry, nameScore).score;

describe('qualify', () => {
  it('returns the name score if only names are known', () => {
    expect(qualify(subject, entry, 0.8)).toEqual({ score: 0.8, features: { name_score: 0.8 } });
  });

  it('adds the term of the agreement of the dates of birth', () => {
    expect(scored({ birth_date: '1962-03-17' })).toBeCloseTo(0.8 + WEIGHTS.same_day);
    expect(scored({ birth_date: '1962' })).toBeCloseTo(0.8 + WEIGHTS.same_year);
    expect(scored({ birth_date: '1963-01-01' })).toBeCloseTo(0.8 + WEIGHTS.a_year_apart);
    expect(scored({ birth_date: '1980' })).toBeCloseTo(0.8 + WEIGHTS.many_years_apart);
  });

  it('adds the term for a shared country, or for no shared country', () => {
    expect(scored({ countries: ['IT', 'tn'] })).toBeCloseTo(0.8 + WEIGHTS.same_country);
    expect(scored({ countries: ['IT'] })).toBeCloseTo(0.8 + WEIGHTS.other_country);
  });

  it('returns at least 0.95 for an equal identifier, even if everything else differs', () => {
    expect(scored({ identifiers: [{ type: 'passport', value: 't-123456' }] })).toBeGreaterThanOrEqual(0.95);
    expect(scored({ identifiers: [{ value: 'T123456' }], birth_date: '1980', countries: ['IT'] }, 0.1)).toBeGreaterThan(
      0.95,
    );
  });

  it('adds a term for an equal number of another kind', () => {
    const known = { identifiers: [{ type: 'tax id', value: 'T123456' }] };
    expect(scored(known, 0.7)).toBeCloseTo(0.7 + WEIGHTS.same_number_other_kind);
  });

  it('adds the negative term for another schema, unless the schema of the subject is unknown', () => {
    expect(scored({ schema: 'Company' })).toBeCloseTo(0.8 + WEIGHTS.other_schema);
    expect(scored({ schema: 'Unknown' })).toBe(0.8);
  });

  it('adds no positive terms to the score of names that are not similar', () => {
    expect(scored({ birth_date: '1962-03-17', countries: ['TN'] }, 0.5)).toBe(0.5);
  });

  it('lists the terms that it added, and returns a score from 0 to 1', () => {
    const { score, features } = qualify({ ...subject, birth_date: '1962-03-17', countries: ['TN'] }, entry, 1);
    expect(score).toBe(1);
    expect(features).toEqual({
      name_score: 1,
      birth_date: 'same day',
      birth_date_term: WEIGHTS.same_day,
      countries: 'shared',
      countries_term: WEIGHTS.same_country,
    });
    expect(scored({ birth_date: '1900', countries: ['IT'] }, 0.1)).toBe(0);
  });
});
