import { jsonInPieces } from './json-in-pieces';

const RESULTS: [string, unknown][] = [
  ['an object', { amount: '1.00', names: ['Ärger', '李'] }],
  ['an empty list', []],
  ['a list', [{ id: 1 }, { id: 2 }, 'three', null]],
  ['a list with something that JSON does not have', [undefined, 1]],
];

describe('a large result', () => {
  let turns: number;
  const inTurn = (work: () => void): Promise<void> => {
    turns++;
    return Promise.resolve(work());
  };
  beforeEach(() => void (turns = 0));

  it.each(RESULTS)('is the same JSON as when it is written at once: %s', async (_what, result) => {
    expect(String(await jsonInPieces(result, inTurn, false))).toBe(JSON.stringify(result));
    expect(String(await jsonInPieces(result, inTurn, true))).toBe(JSON.stringify({ status: 'ok', data: result }));
  });

  it('is written in several turns when its items take long', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 1));
    const items = Array.from({ length: 100 }, (_none, id) => ({ id }));
    expect(JSON.parse(String(await jsonInPieces(items, inTurn, false)))).toEqual(items);
    expect(turns).toBe(50);
    jest.restoreAllMocks();
  });

  it('fails when it cannot be written', async () => {
    await expect(jsonInPieces([1n], inTurn, true)).rejects.toThrow(TypeError);
  });
});
