import { textLines } from '@probity/watchlists/text-lines';
import { type ScoredLine, scoreLines, type ScoreNames } from './score-lines';

/** Equal names score 1; the tests are about lines, not about scores. */
const score: ScoreNames = (schema, name1, name2) => ({ score: name1 === name2 ? 1 : 0, features: { schema } });

async function scored(...chunks: (string | Buffer)[]): Promise<ScoredLine[]> {
  async function* content() {
    yield* chunks;
  }
  const all: ScoredLine[] = [];
  for await (const line of scoreLines(textLines(content(), 'stdin'), score)) all.push(line);
  return all;
}

describe('scoring lines', () => {
  const line = (name1: unknown, name2: unknown, schema: unknown = 'Person'): string =>
    `${JSON.stringify({ schema, name1, name2 })}\n`;

  it('returns each pair with its score, however the text is split', async () => {
    const text = Buffer.from(line('Ñandú', 'Ñandú') + line('a', 'b', 'Company'));
    const expected = [
      { line: 1, schema: 'Person', name1: 'Ñandú', name2: 'Ñandú', score: 1, features: { schema: 'Person' } },
      { line: 2, schema: 'Company', name1: 'a', name2: 'b', score: 0, features: { schema: 'Company' } },
    ];
    for (const at of [1, 30, 31, 32, 60]) {
      expect(await scored(text.subarray(0, at), text.subarray(at))).toEqual(expected);
    }
  });

  it('counts and skips empty lines; the last line needs no line break', async () => {
    expect(await scored('\r\n  \n', line('a', 'a').trimEnd())).toMatchObject([{ line: 3, score: 1 }]);
  });

  it.each([
    ['{"schema"', /^the line is not valid JSON/],
    ['[]', /must be a JSON object/],
    ['null', /must be a JSON object/],
    [line('a', 'b', null), /schema must be a string/],
    [line('a', undefined), /name2 must be a string/],
    [line(' ', 'b'), /name1 must be a string that is not blank/],
    [line('a', 'b'.repeat(1_001)), /name2 must have at most 1000/],
    [Buffer.from([0x7b, 0xff, 0x7d]), /not encoded in UTF-8/],
  ])('reports %s and continues', async (bad, problem) => {
    const [first, second, ...rest] = await scored(bad, '\n', line('a', 'a'));
    expect(first).toEqual({ line: 1, problem: expect.stringMatching(problem) });
    expect(second ?? rest).toMatchObject({ score: 1 });
  });
});
