/** The name of a case, its body, and a pattern for the error message. */
export type Case = [name: string, body: () => unknown, says: RegExp];

/** Characters that cannot be stored or hashed. */
export const BAD_TEXTS: [string, string][] = [
  ['a NUL', 'a\u0000b'],
  ['a lone high surrogate', 'a\ud800b'],
  ['a lone low surrogate', 'a\udc00'],
  ['surrogates in the wrong order', '\udc00\ud800'],
];

/** Returns a case for every invalid value of a text field. */
export function wrongTexts(field: string, tooLong: number, put: (value: unknown) => unknown): Case[] {
  return [
    ...[5, true, {}, [], ['a']].map((value): Case => [
      `${field} ${JSON.stringify(value)}`,
      () => put(value),
      naming(field),
    ]),
    [`${field} of ${tooLong} characters`, () => put('x'.repeat(tooLong)), naming(field)],
    ...BAD_TEXTS.map(([what, text]): Case => [`${field} with ${what}`, () => put(text), naming(field)]),
  ];
}

/** Returns a case for every invalid value of `metadata`. */
export function wrongMetadata(put: (value: unknown) => unknown): Case[] {
  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
  return [
    ...['text', 5, true, [], [{}]].map((value): Case => [
      `metadata ${JSON.stringify(value)}`,
      () => put(value),
      /metadata/,
    ]),
    ...BAD_TEXTS.flatMap(([what, text]): Case[] => [
      [`metadata with ${what} in a value`, () => put({ list: [{ note: text }] }), /metadata\.list\[0\]\.note/],
      [`metadata with ${what} in a key`, () => put({ outer: { [text]: 1 } }), /metadata\.outer/],
    ]),
    ['metadata of 33 levels', () => put(nested(33)), /metadata.*levels/],
    ['metadata of 33 levels of arrays', () => put({ a: JSON.parse('['.repeat(33) + ']'.repeat(33)) }), /metadata/],
  ];
}

export const naming = (field: string): RegExp => new RegExp(`(^|\\W)${field.replace(/[[\].]/g, '\\$&')}(\\W|$)`);
