import { JsonWriter } from './json-writer';

const RESULTS: [string, unknown][] = [
  ['an object', { amount: '1.00', names: ['Ärger', '李'] }],
  ['an empty list', []],
  ['a list', [{ id: 1 }, { id: 2 }, 'three', null]],
  ['a list with something that JSON does not have', [undefined, 1]],
];

/** The JSON, and the number of its pieces. */
function written(result: unknown, isEnveloped: boolean): { json: string; pieces: number } {
  const writer = new JsonWriter(result, isEnveloped);
  let pieces = 0;
  for (; !writer.isDone; pieces++) writer.writePiece();
  return { json: String(writer.json()), pieces };
}

/** A clock on which each look takes so long. */
function clock(msPerLook: number): void {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += msPerLook));
}

describe('a result', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each(RESULTS)('is the same JSON as when it is written at once: %s', (_what, result) => {
    clock(0);
    expect(written(result, false)).toEqual({ json: JSON.stringify(result), pieces: 1 });
    expect(written(result, true)).toEqual({ json: JSON.stringify({ status: 'ok', data: result }), pieces: 1 });
  });

  it('is written in several pieces when its items take long', () => {
    clock(1);
    const items = Array.from({ length: 100 }, (_none, id) => ({ id }));
    expect(written(items, true)).toEqual({ json: JSON.stringify({ status: 'ok', data: items }), pieces: 50 });
  });

  it('fails when it cannot be written', () => {
    expect(() => new JsonWriter([1n], true).writePiece()).toThrow(TypeError);
  });
});
