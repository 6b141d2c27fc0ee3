import { labelledPairs, measureNamePairs } from './name-pairs';

const HEADER = ['case_group', 'schema', 'name1', 'name2', 'is_match'];

describe('labelledPairs', () => {
  it('reads the columns in any order and ignores others', () => {
    const rows = [
      ['is_match', 'name2', 'notes', 'name1', 'schema'],
      ['TRUE', 'Nagy Imre', 'order', 'Imre Nagy', 'Person'],
    ];
    expect(labelledPairs(rows)).toEqual([{ schema: 'Person', name1: 'Imre Nagy', name2: 'Nagy Imre', is_match: true }]);
  });

  it('reports the missing column, or the row with an invalid label', () => {
    expect(() => labelledPairs([['schema', 'name1', 'is_match']])).toThrow('row 1 has no column name2');
    expect(() => labelledPairs([HEADER, ['g', 'Person', 'a', 'b', 'maybe']])).toThrow('row 2: is_match is "maybe"');
  });
});

describe('measureNamePairs', () => {
  const pairs = labelledPairs([
    HEADER,
    ['same', 'Person', 'Béla Bartók', 'Bela Bartok', 'true'],
    ['same', 'Company', 'Volta S.p.A.', 'Volta SpA', 'true'],
    ['same', 'LegalEntity', 'Rosa Luxemburg', 'Clara Zetkin', 'true'],
    ['other', 'Person', 'Marie Curie', 'Pierre Curie', 'false'],
    ['other', 'Organization', 'Red Star Line', 'Red Star Line', 'false'],
  ]);

  it('compares the results with the labels', () => {
    expect(measureNamePairs(pairs)).toMatchObject({
      threshold: 0.7,
      pairs: 5,
      true_positives: 2,
      false_positives: 1,
      false_negatives: 1,
      true_negatives: 1,
      precision: 0.6667,
      recall: 0.6667,
      f1: 0.6667,
    });
  });

  it('measures each group on its own', () => {
    expect(measureNamePairs(pairs).groups).toMatchObject({
      same: { pairs: 3, true_positives: 2, false_negatives: 1, precision: 1, recall: 0.6667, f1: 0.8 },
      other: { pairs: 2, false_positives: 1, true_negatives: 1, precision: 0, recall: 1, f1: 0 },
    });
  });

  it('lists the pairs with a wrong result, furthest from the threshold first', () => {
    expect(measureNamePairs(pairs).wrong.map(({ name1, score }) => [name1, score >= 0.7])).toEqual([
      ['Rosa Luxemburg', false],
      ['Red Star Line', true],
    ]);
  });

  it('uses the threshold of the caller', () => {
    expect(measureNamePairs(pairs, 0).false_positives).toBe(2);
    expect(measureNamePairs(pairs, 0).true_positives).toBe(3);
  });
});
