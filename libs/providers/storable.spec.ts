import { storable, TooDeep } from './storable';

const nestedIn = (levels: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
};

it('replaces what cannot be stored, in texts and names at any place', () => {
  expect(storable({ 'a\u0000': ['b\ud800', { c: '\udc00d\u0000' }], e: 1, f: Infinity, g: true })).toEqual({
    'a\uFFFD': ['b\uFFFD', { c: '\uFFFDd\uFFFD' }],
    e: 1,
    f: null,
    g: true,
  });
});

it('leaves all other characters as they are, and names that mean something to JavaScript', () => {
  const value = JSON.parse('{"__proto__":{"toJSON":"x"},"emoji":"👍","control":"\\u0001"}') as object;
  expect(JSON.stringify(storable(value))).toBe(JSON.stringify(value));
});

it('rejects values that are nested too deeply', () => {
  expect(storable(nestedIn(40))).toEqual(nestedIn(40));
  expect(() => storable(nestedIn(41))).toThrow(TooDeep);
  expect(() => storable(nestedIn(400_000))).toThrow(TooDeep);
});
