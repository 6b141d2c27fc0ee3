import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programsOfGuide } from './programs-of-guide';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** The status and the body of a response. */
type Response = [number, object];
const page = (lines: string[], next: string | null): Response => [200, { data: { lines, next } }];

/** Skipped without python3. */
(hasPython ? describe : describe.skip)('the reader of bundles of the guide, with python3', () => {
  const script = join(mkdtempSync(join(tmpdir(), 'read-bundle-')), 'read.py');
  let folder: string;
  let server: Server;
  let responses: Response[];
  const asked: string[] = [];

  beforeAll(async () => {
    writeFileSync(script, programsOfGuide().download);
    server = createServer((request, response) => {
      asked.push(request.url!);
      const [status, body] = responses.shift()!;
      response.writeHead(status, { 'retry-after': '0' }).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
    rmSync(join(script, '..'), { recursive: true });
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'read-bundle-'));
    asked.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function read(...given: Response[]): Promise<{ stderr: string }> {
    responses = given;
    const { port } = server.address() as AddressInfo;
    const words = [script, `http://127.0.0.1:${port}/tenants/acme`, 'L', join(folder, 'ledger.jsonl')];
    return run('python3', words, { env: { ...process.env, PROBITY_API_KEY: 'key' } });
  }

  it('reads all pages, also after a rejection', async () => {
    await read(page(['a', 'b'], '2'), [429, {}], page(['c'], null));
    expect(readFileSync(join(folder, 'ledger.jsonl'), 'utf8')).toBe('a\nb\nc\n');
    expect(readdirSync(folder)).toEqual(['ledger.jsonl']);
    const path = '/tenants/acme/ledgers/L/bundle';
    expect(asked).toEqual([path, `${path}?after=2`, `${path}?after=2`]);
  });

  it('leaves no file when a page fails, and says what Probity said', async () => {
    const failed = read(page(['a', 'b'], '2'), [409, { status: 'error', code: 'not_signed_yet' }]);
    await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('not_signed_yet') });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('replaces no file', async () => {
    writeFileSync(join(folder, 'ledger.jsonl'), 'kept');
    await expect(read()).rejects.toMatchObject({ stderr: expect.stringContaining('exists already') });
    expect(readFileSync(join(folder, 'ledger.jsonl'), 'utf8')).toBe('kept');
    expect(asked).toEqual([]);
  });
});
