import { partsText, scoreParts } from './score-parts';

const FEATURES = {
  name_score: 0.9312,
  birth_date: 'same year',
  birth_date_term: 0.05,
  countries: 'different',
  countries_term: -0.1,
  identifiers: 'same',
  identifiers_term: 0,
  constructor: 1,
};

it('says what each part of a score adds or takes', () => {
  const parts = scoreParts(FEATURES);
  expect(parts.map(({ label }) => label)).toEqual(['names', 'date of birth', 'countries']);
  expect(partsText(parts)).toBe('names 0.931, date of birth +0.05, countries −0.1');
});

it('says that a score is at most 1', () => {
  expect(partsText(scoreParts({ name_score: 1, countries_term: 0.03 }))).toBe('names 1, countries +0.03; at most 1');
});

it.each([undefined, null, 'x', {}, { name_score: '1' }])(
  'has no parts for evidence of another form: %s',
  (features) => {
    expect(scoreParts(features)).toEqual([]);
  },
);
