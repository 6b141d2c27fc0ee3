import { aliasQuality, naturalOrder, plainText } from './names';

describe('names in a list', () => {
  it.each([
    ['EXAMPLE, Ann Mary', 'Ann Mary EXAMPLE'],
    ['DE LA MUESTRA, Bob, Jr.', 'Bob DE LA MUESTRA Jr.'],
    ['SAMPLE, JR., Bob', 'Bob SAMPLE JR.'],
    ['ABU SAMPLE', 'ABU SAMPLE'],
    ['A, B, C', 'A, B, C'],
    ['SAMPLE, Jr.', 'SAMPLE, Jr.'],
    ['SAMPLE, ', 'SAMPLE, '],
  ])('%s in spoken order is %s', (printed, spoken) => {
    expect(naturalOrder(printed)).toBe(spoken);
  });

  it.each([
    ['HTC', 'weak'],
    ['K-9', 'weak'],
    ['Anna', 'weak'],
    ['Albert', 'alias'],
    ['A B', 'alias'],
    ['\u738b\u4f1f', 'alias'],
    ['\uae40\ucca0', 'alias'],
  ])('the alias %s has the quality %s', (name, quality) => {
    expect(aliasQuality(name)).toBe(quality);
  });

  it('become one line without invisible characters', () => {
    expect(plainText(' A\u0000\u202eb\n\tc\u200b\ufeff e\u0301 \ud83d ')).toBe('A b c \u00e9 \ufffd');
  });
});
