import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { run } from '../run';
import type { Surroundings } from '../surroundings';

const LETTER = {
  ...{ service: 'pipeline', message: 'customer-a@3', kind: 'fact', type: 'customer-risk.CustomerProfileChanged' },
  ...{
    stream: 'customer-a',
    revision: 3,
    attempts: 5,
    at: '2026-11-02T10:00:00.000Z',
    state: 'failed',
    again_at: null,
  },
};

describe('the commands about dead letters', () => {
  let server: Server;
  let asked: { method: string; path: string; body: unknown }[];
  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { method = '', url: path = '' } = request;
        asked.push({ method, path, body: text === '' ? undefined : JSON.parse(text) });
        const data = method === 'GET' ? [LETTER] : { ...LETTER, state: 'waiting' };
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'ok', data }));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  async function probity(...args: string[]): Promise<string> {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let out = '';
    const surroundings: Surroundings = {
      env: { PROBITY_DATA_DIR: '/nonexistent' },
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: (text: string) => (out += text) },
      exitCode: undefined,
    };
    await run(['operations', ...args, '--url', url, '--token', 't'.repeat(32)], surroundings);
    return out;
  }

  it('list what a service could not handle', async () => {
    const out = await probity('dead-letters');
    expect(out).toMatch(/pipeline +failed +fact +customer-risk\.CustomerProfileChanged +5 +customer-a@3/);
  });

  it('have a fact handled again, with the reason', async () => {
    const out = await probity('rerun-letter', 'customer-a@3', '--service', 'pipeline', '--reason', 'repaired');
    expect(asked).toEqual([
      {
        method: 'POST',
        path: '/operations/dead-letters/rerun',
        body: { service: 'pipeline', message: 'customer-a@3', reason: 'repaired' },
      },
    ]);
    expect(out).toMatch(/^pipeline handles customer-a@3 again; until then it stays listed\./);
  });
});
