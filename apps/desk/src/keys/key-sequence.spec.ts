import { KeySequence } from './key-sequence';

const KNOWN = ['j', 'g a', 'g c', '?'];

describe('keys', () => {
  const press = (...keys: [key: string, atMs: number][]) => {
    const sequence = new KeySequence();
    return keys.map(([key, at]) => sequence.press(key, at, KNOWN));
  };

  it('are a command alone or one after another', () => {
    expect(press(['j', 0], ['g', 1], ['a', 2], ['?', 3])).toEqual(['j', undefined, 'g a', '?']);
  });

  it('begin anew when the next key is late', () => {
    expect(press(['g', 0], ['a', 1_201], ['g', 1_202], ['c', 2_402])).toEqual([undefined, undefined, undefined, 'g c']);
  });

  it('begin anew with a key that does not continue', () => {
    expect(press(['g', 0], ['j', 1], ['a', 2], ['g', 3], ['g', 4], ['c', 5])).toEqual([
      undefined,
      'j',
      undefined,
      undefined,
      undefined,
      'g c',
    ]);
  });
});
