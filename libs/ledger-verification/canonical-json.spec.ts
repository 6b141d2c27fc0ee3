import fc from 'fast-check';
import { canonicalJson } from './canonical-json';

describe('canonical JSON (RFC 8785)', () => {
  it('prints the example of section 3.2.3, sorted by UTF-16 code units', () => {
    const value = JSON.parse(
      '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",' +
        '"\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}',
    ) as object;
    expect(Object.values(JSON.parse(canonicalJson(value)) as object)).toHaveLength(7);
    expect(canonicalJson(value)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
        '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
  });

  it.each([
    ['1.0', '1'],
    ['-0', '0'],
    ['1e21', '1e+21'],
    ['333333333.33333329', '333333333.3333333'],
    ['0.000001', '0.000001'],
    ['1e-7', '1e-7'],
  ])('prints the number %s as %s', (text, canonical) => {
    expect(canonicalJson(JSON.parse(text))).toBe(canonical);
  });

  it.each([
    ['{"toJSON":1,"b":2,"a":3}', '{"a":3,"b":2,"toJSON":1}'],
    ['{"x":{"toJSON":{"z":1,"a":2},"b":1}}', '{"x":{"b":1,"toJSON":{"a":2,"z":1}}}'],
    ['{"":1,"10":2,"9":3}', '{"":1,"10":2,"9":3}'],
  ])('treats keys such as toJSON like any other key: %s', (text, canonical) => {
    expect(canonicalJson(JSON.parse(text))).toBe(canonical);
  });

  it('prints every character as JSON.stringify does', () => {
    for (let code = 0; code <= 0xffff; code++) {
      const text = `a${String.fromCharCode(code)}b`;
      if (canonicalJson({ [text]: text }) !== JSON.stringify({ [text]: text })) expect(code).toBe('printed otherwise');
    }
  });

  it('is the same for every order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });
});

/** The same value with the keys of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
