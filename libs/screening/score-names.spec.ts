import fc from 'fast-check';
import { DEFAULT_THRESHOLD, scoreNames } from './score-names';
import { type Pair, ONE_PERSON, TWO_PERSONS, ONE_COMPANY, TWO_COMPANIES } from './testing/name-pairs';

function describePairs(schema: 'Person' | 'Company', pairs: Record<string, Pair[]>, match: boolean): void {
  describe(`${schema}: names that ${match ? 'match' : 'do not match'}`, () => {
    for (const [phenomenon, examples] of Object.entries(pairs)) {
      it.each(examples)(`${phenomenon}: %s and %s`, (name1, name2) => {
        const { score } = scoreNames(schema, name1, name2);
        if (match) expect(score).toBeGreaterThanOrEqual(DEFAULT_THRESHOLD);
        else expect(score).toBeLessThan(DEFAULT_THRESHOLD);
      });
    }
  });
}

describePairs('Person', ONE_PERSON, true);
describePairs('Person', TWO_PERSONS, false);
describePairs('Company', ONE_COMPANY, true);
describePairs('Company', TWO_COMPANIES, false);

describe('scoreNames', () => {
  const examples = [ONE_PERSON, TWO_PERSONS, ONE_COMPANY, TWO_COMPANIES].flatMap((all) => Object.values(all).flat());
  const known = fc.constantFrom(...examples.flat());
  const syllable = fc.constantFrom(
    'ka',
    'lo',
    'min',
    'sar',
    'te',
    'vi',
    'dro',
    'kha',
    'al',
    'bin',
    'ou',
    'ts',
    'ян',
    'مح',
    '王',
  );
  const word = fc.array(syllable, { minLength: 1, maxLength: 4 }).map((syllables) => syllables.join(''));
  const invented = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
  const name = fc.oneof(known, invented, fc.string({ unit: 'grapheme', maxLength: 40 }));
  const schema = fc.constantFrom('Person' as const, 'Company' as const, 'Unknown' as const);

  it('is symmetric, from 0 to 1, and has features that can be stored as JSON', () => {
    fc.assert(
      fc.property(schema, name, name, (of, a, b) => {
        const result = scoreNames(of, a, b);
        expect(scoreNames(of, b, a)).toEqual(result);
        expect(result.score).toBeGreaterThanOrEqual(0);
        expect(result.score).toBeLessThanOrEqual(1);
        expect(JSON.parse(JSON.stringify(result.features))).toEqual(result.features);
      }),
      { numRuns: 500 },
    );
  });

  it('is 1 for equal names that have a letter or a digit, and 0 for names that have none', () => {
    fc.assert(
      fc.property(schema, fc.oneof(known, invented), (of, a) => {
        expect(scoreNames(of, a, a).score).toBe(1);
        expect(scoreNames(of, a, `"${a}"`).score).toBe(1);
      }),
    );
    expect(scoreNames('Person', '???', '???').score).toBe(0);
  });

  it('matches a name with the same name in capital letters', () => {
    for (const [of, pairs] of [
      ['Person', [ONE_PERSON, TWO_PERSONS]],
      ['Company', [ONE_COMPANY, TWO_COMPANIES]],
    ] as const) {
      for (const a of pairs.flatMap((all) => Object.values(all).flat(2))) {
        expect([a, scoreNames(of, a, a.toUpperCase()).score >= DEFAULT_THRESHOLD]).toEqual([a, true]);
      }
    }
  });

  it('ignores the order of the words in the name of a person', () => {
    const plain = fc.constantFrom('Horatio', 'Nelson', 'Emmy', 'Noether', 'Vasco', 'Bartók', 'Zoltán', 'Куприн');
    fc.assert(
      fc.property(fc.uniqueArray(plain, { minLength: 2, maxLength: 4 }), (words) => {
        expect(scoreNames('Person', words.join(' '), [...words].reverse().join(' ')).score).toBe(1);
      }),
    );
  });

  it('lists all terms, so that the score can be recomputed from them', () => {
    for (const [schemaOfPair, pairs] of [
      ['Person', [...Object.values(ONE_PERSON), ...Object.values(TWO_PERSONS)].flat()],
      ['Company', [...Object.values(ONE_COMPANY), ...Object.values(TWO_COMPANIES)].flat()],
    ] as const) {
      for (const [a, b] of pairs) {
        const { score, features } = scoreNames(schemaOfPair, a, b);
        const terms = Object.entries(features).filter(([feature]) => feature.endsWith('_term'));
        const sum = terms.reduce((total, [, term]) => total + Number(term), 1);
        expect(Math.max(0, sum)).toBeCloseTo(score, 2);
      }
    }
  });

  it('returns the better of both comparisons for an unknown schema', () => {
    const [a, b] = ['Kazantzakis, Nikos', 'Nikos Kazantzakis Ltd'];
    const both = [scoreNames('Person', a, b).score, scoreNames('Company', a, b).score];
    expect(scoreNames('Unknown', a, b).score).toBe(Math.max(...both));
  });

  it('decreases with each further wrong letter', () => {
    const scores = ['Werner Heisenberg', 'Werner Heisenburg', 'Werner Heisonburg', 'Warner Heisonburk'].map(
      (spelled) => scoreNames('Person', 'Werner Heisenberg', spelled).score,
    );
    expect(scores).toEqual([...scores].sort((x, y) => y - x));
    expect(new Set(scores).size).toBe(4);
  });

  it('returns quickly for names of extreme length', () => {
    const long = 'Gesellschaft '.repeat(5_000);
    const started = performance.now();
    scoreNames('Unknown', long, `${long}x`);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
