import { placeOf, readJson } from './json-places';

const TEXT = `{
  "name": "A \\"rule\\" {",
  "condition": {
    "and": [
      { "gte": [{ "field": "amount" }, 10] },
      true
    ],
    "a/b": null
  }
}`;
const textAt = (pointer: string): string => TEXT.slice(placeOf(TEXT, pointer).offset).split('\n')[0]!;

it('finds the node that a pointer names', () => {
  expect(textAt('/name')).toBe('"name": "A \\"rule\\" {",');
  expect(textAt('/condition/and/0/gte/0/field')).toMatch(/^"field": "amount"/);
  expect(textAt('/condition/and/0/gte/1')).toMatch(/^10\]/);
  expect(textAt('/condition/and/1')).toBe('true');
  expect(textAt('/condition/a~1b')).toBe('"a/b": null');
  expect(placeOf(TEXT, '/condition/and/1')).toMatchObject({ line: 6, column: 7 });
});

it('finds the node above one that is not there', () => {
  expect(textAt('/condition/or/0')).toBe('"condition": {');
  expect(placeOf(TEXT, '/cooldown')).toMatchObject({ line: 1, column: 1 });
});

it('says where a text is not JSON', () => {
  expect(readJson('{\n  "a": 1,\n}')).toMatchObject({
    problem: expect.stringContaining('not JSON'),
    place: { line: 3 },
  });
  expect(readJson('{\n  "a": 1')).toMatchObject({ place: { line: 2 } });
  expect(readJson(TEXT)).toMatchObject({ value: { name: 'A "rule" {' } });
});
