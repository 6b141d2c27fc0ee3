import { mergePatch } from './merge-patch';

it('has what differs only, and null for what is left out', () => {
  const before = { a: 1, b: { c: [1], d: 2 }, e: 3 };
  expect(mergePatch(before, { a: 1, b: { c: [1, 2], d: 2 }, f: 4 })).toEqual({ b: { c: [1, 2] }, e: null, f: 4 });
  expect(mergePatch(before, { a: 1, b: {}, e: { g: 1 } })).toEqual({ b: { c: null, d: null }, e: { g: 1 } });
  expect(mergePatch(before, structuredClone(before))).toBeUndefined();
});
