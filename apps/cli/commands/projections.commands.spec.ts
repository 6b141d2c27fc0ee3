import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { run } from '../run';
import type { Surroundings } from '../surroundings';

const done = { streams: 90_002, streams_done: 90_002, events: 180_006, done: true };

describe('probity projections rebuild', () => {
  let server: Server;
  let lines: object[];
  let asked: unknown[];
  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        asked.push([request.url, JSON.parse(text)]);
        response.setHeader('content-type', 'application/x-ndjson');
        response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  async function rebuild(...args: string[]): Promise<{ out: string; code: Surroundings['exitCode'] }> {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let out = '';
    const surroundings: Surroundings = {
      env: { PROBITY_DATA_DIR: '/nonexistent' },
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: () => true },
      exitCode: undefined,
    };
    const access = ['--url', url, '--token', 't'.repeat(32)];
    await run(['projections', 'rebuild', '--reason', 'a test', ...args, ...access], surroundings);
    return { out, code: surroundings.exitCode };
  }

  it('reports how many ledgers it rebuilt', async () => {
    lines = [{ ...done, streams: 1, streams_done: 1, events: 6 }];
    expect(await rebuild()).toEqual({
      out: 'Rebuilt the projections of 1 ledger from 6 events.\n',
      code: undefined,
    });
    expect(asked).toEqual([['/projections/rebuild', { reason: 'a test' }]]);
  });

  it('rebuilds everything with --all', async () => {
    lines = [
      { kind: 'customers', streams: 50, streams_done: 50, events: 100, done: false },
      { ...done, failed: 0 },
    ];
    const { out, code } = await rebuild('--all');
    expect(out).toBe('Rebuilt the projections of 90,002 objects from 180,006 events.\n');
    expect(code).toBeUndefined();
    expect(asked).toEqual([['/projections/rebuild', { all: true, reason: 'a test' }]]);
  });

  it('fails when objects cannot be projected', async () => {
    lines = [{ ...done, failed: 2 }];
    const { out, code } = await rebuild('--all');
    expect(out).toContain('2 objects cannot be projected and were not changed. The log names them.');
    expect(code).toBe(1);
  });
});
