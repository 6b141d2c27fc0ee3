import { parseOwnJson } from './own-json';

const nested = (levels: number): string => '{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2);
const below = (stack: number, text: string): unknown => (stack === 0 ? parseOwnJson(text) : below(stack - 1, text));

describe('the JSON of a stored event', () => {
  it('is read if it is the text that JSON.stringify returns', () => {
    expect(parseOwnJson('{"a":[1,"b",null]}')).toEqual({ a: [1, 'b', null] });
    for (const text of ['', '{', '{"a":1,"a":2}', '{ "a":1 }', '[1e2]']) expect(parseOwnJson(text)).toBeUndefined();
  });

  it('is read up to 500 levels, and no deeper, wherever on the stack the reader is', () => {
    for (const stack of [0, 1_000, 3_000]) {
      expect(JSON.stringify(below(stack, nested(500)))).toBe(nested(500));
      for (const levels of [502, 4_000, 4_400, 9_000, 100_000]) expect(below(stack, nested(levels))).toBeUndefined();
    }
  });
});
