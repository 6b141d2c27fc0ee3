import fc from 'fast-check';
import { namesInField } from './un-names';

describe('a name field of the United Nations list', () => {
  it.each<[string, string[], string[]]>([
    ['ANN EXAMPLE', ['ANN EXAMPLE'], []],
    ['Anna Example; Ann Exemplar', ['Anna Example', 'Ann Exemplar'], []],
    ['Анна Пример (Anna Primer)', ['Анна Пример', 'Anna Primer'], []],
    ['Anna Primer (original script: Анна Пример)', ['Anna Primer', 'Анна Пример'], []],
    ['Anna Primer (Анна Пример; Аня Пример)', ['Anna Primer', 'Анна Пример', 'Аня Пример'], []],
    ['Anna Primer (formerly listed as Hanna Primer)', ['Anna Primer', 'Hanna Primer'], []],
    ['BUTTERFLY AIRLINES (BFA)', ['BUTTERFLY AIRLINES', 'BFA'], []],
    ['SAMPLE AIR (SMA) ; GREAT SAMPLES (GRS)', ['SAMPLE AIR', 'SMA', 'GREAT SAMPLES', 'GRS'], []],
    ['First Sample Shipping (Atlantis)', ['First Sample Shipping (Atlantis)'], []],
    ['Abu Sample (combat name)', ['Abu Sample'], ['combat name']],
    ['Anna Primer / Hanna Primer', ['Anna Primer', 'Hanna Primer'], []],
    ['SMA/GRS', ['SMA/GRS'], []],
    ['na', [], []],
    ['Ann Example (born in Sampletown in 1970)', ['Ann Example'], ['born in Sampletown in 1970']],
    [
      'both documents have been lost) Anna Primer Exemplar',
      ['Anna Primer Exemplar'],
      ['both documents have been lost'],
    ],
    ['Anna Primer (Hanna', ['Anna Primer (Hanna)'], []],
    ['', [], []],
  ])('%s', (field, names, comments) => {
    expect(namesInField(field)).toEqual({ names, comments });
  });

  it('loses no word, whatever it holds', () => {
    const piece = fc.constantFrom('Anna', 'Primer', 'Имя', '(', ')', ';', ' / ', 'born', '1970', 'SMA', ' ', 'or', ',');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const field = pieces.join(' ');
        const { names, comments } = namesInField(field);
        const kept = [...names, ...comments].join(' ');
        for (const word of ['Anna', 'Primer', 'Имя', '1970', 'SMA']) {
          if (field.includes(word)) expect(kept).toContain(word);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads a field of any length in linear time', () => {
    const begun = performance.now();
    namesInField('('.repeat(200_000) + 'a ; '.repeat(100_000));
    expect(performance.now() - begun).toBeLessThan(2_000); // reading in quadratic time takes minutes
  });
});
