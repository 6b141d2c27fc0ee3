import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run';
import type { Surroundings } from '../surroundings';

const SOURCE = {
  list: 'un-sc',
  format: 'un-consolidated',
  files: [{ role: 'list', url: 'https://lists.example.org/un.xml', has_query: true }],
  every_hours: 12,
  stale_after_hours: 48,
  active: true,
  confirmed_at: null,
  stale: false,
  fetching: false,
  failures: 2,
  next_fetch_at: '2026-03-02T10:00:00.000Z',
  last_fetch: { result: 'failed' },
};

describe('the commands about sources of lists', () => {
  let folder: string;
  let server: Server;
  let asked: { method: string; path: string; body: any }[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'probity-sources-'));
    asked = [];
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { method = '', url: path = '' } = request;
        asked.push({ method, path, body: text === '' ? undefined : JSON.parse(text) });
        const found = path.endsWith('/sources') ? [SOURCE] : SOURCE;
        if (method === 'DELETE') response.writeHead(204).end();
        else response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'ok', data: found }));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  async function probity(...args: string[]): Promise<{ out: string; err: string }> {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const surroundings: Surroundings & { out: string; err: string } = {
      env: { PROBITY_DATA_DIR: '/nonexistent' },
      out: '',
      err: '',
      stdout: { write: (text: string) => (surroundings.out += text) },
      stderr: { write: (text: string) => (surroundings.err += text) },
      exitCode: undefined,
    };
    await run(['watchlist', ...args, '--url', url, '--token', 't'.repeat(32)], surroundings);
    return surroundings;
  }
  const set = (...args: string[]) =>
    probity('set-source', 'un-sc', '--format', 'un-consolidated', '--reason', 'daily', ...args);

  it('set a source with addresses of options and of files', async () => {
    const file = join(folder, 'address');
    writeFileSync(file, 'https://lists.example.org/un.xml?token=a=b\n');
    const { out } = await set(
      ...['--address-file', `list=${file}`, '--checksum', 'list=https://lists.example.org/sum', '--every-hours', '12'],
    );
    expect(out).toMatch(/^The list un-sc is fetched every 12 hours from lists\.example\.org\./);
    expect(out).not.toContain('token');
    expect(asked).toEqual([
      {
        method: 'PUT',
        path: '/watchlists/un-sc/source',
        body: {
          format: 'un-consolidated',
          files: [
            {
              role: 'list',
              url: 'https://lists.example.org/un.xml?token=a=b',
              sha256_url: 'https://lists.example.org/sum',
            },
          ],
          every_hours: 12,
          active: true,
          reason: 'daily',
        },
      },
    ]);
  });

  it('set a source that is only watched', async () => {
    await set('--inactive', '--stale-after-hours', '200');
    expect(asked[0]!.body).toMatchObject({ files: [], active: false, stale_after_hours: 200 });
  });

  it.each([
    [['--address', 'https://lists.example.org/'], /--address must be <role>=<value>/],
    [['--checksum', 'list=https://lists.example.org/'], /--checksum has the role list, which has no --address/],
    [['--address-file', 'list=/nonexistent/address'], /\/nonexistent\/address does not exist/],
    [['--every-hours', '169'], /a whole number of hours from 1 to 168/],
  ])('reject %j', async (args, message) => {
    expect((await set(...args)).err).toMatch(message);
    expect(asked).toEqual([]);
  });

  it('list sources, and remove and fetch one', async () => {
    const { out } = await probity('sources');
    expect(out).toMatch(/^un-sc +un-consolidated +lists\.example\.org +12 +yes +- +no +failed +2 +2026-03-02T10/m);
    await probity('remove-source', 'un-sc', '--reason', 'no longer');
    await probity('fetch', 'un-sc', '--reason', 'changed');
    expect(asked.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /watchlists/un-sc/source?reason=no+longer',
      'POST /watchlists/un-sc/source/fetch',
    ]);
  });
});
