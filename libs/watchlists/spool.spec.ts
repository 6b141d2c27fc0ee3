import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spool, type SpooledLine } from './spool';

async function all(lines: AsyncIterable<SpooledLine>): Promise<SpooledLine[]> {
  const found: SpooledLine[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

describe('a spool', () => {
  const before = process.env.TMPDIR;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'probity-test-'));
    process.env.TMPDIR = folder;
  });
  afterEach(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true });
  });

  it('returns the lines in their order with their numbers, and leaves no file', async () => {
    const spool = await Spool.open();
    const lines = Array.from({ length: 300 }, (_, n) => ({
      line: n * 7 + 1,
      text: `{"name":"Анна \u2028 ${'x'.repeat(n === 5 ? 1024 * 1024 - 100 : 9_000)}"}`,
    }));
    for (const line of lines) await spool.add(line);
    expect(await all(spool.lines())).toEqual(lines);
    await spool.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('may be closed before all lines were read', async () => {
    const spool = await Spool.open();
    for (let line = 1; line <= 500; line += 1) await spool.add({ line, text: 'x'.repeat(9_000) });
    for await (const { line } of spool.lines()) if (line === 3) break;
    await spool.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('may be empty', async () => {
    const spool = await Spool.open();
    expect(await all(spool.lines())).toEqual([]);
    await spool.close();
  });
});
