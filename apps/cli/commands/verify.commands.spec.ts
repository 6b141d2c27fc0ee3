import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { run } from '../run';
import type { Surroundings } from '../surroundings';

const AGREES = {
  streams: 90_002,
  events: 180_006,
  differences: 0,
  erased: 0,
  unprojected: 0,
  first_unprojected: [],
  tables: [],
  verified: true,
  done: true,
};
const DIFFERS = {
  ...AGREES,
  differences: 1_203,
  erased: 1,
  unprojected: 1,
  first_unprojected: ['case-1'],
  tables: [
    {
      table: 'customer_risk.customers',
      changed: 1_200,
      missing: 2,
      unexplained: 1,
      first: [
        { problem: 'changed', stream: 'customer-1', fields: ['kyc_status', 'profile'] },
        { problem: 'missing', stream: 'customer-2', fields: [] },
      ],
    },
  ],
  verified: false,
};

describe('probity verify', () => {
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

  async function verify(...args: string[]): Promise<{ out: string; code: Surroundings['exitCode'] }> {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let out = '';
    const surroundings: Surroundings = {
      env: { PROBITY_DATA_DIR: '/nonexistent' },
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: () => true },
      exitCode: undefined,
    };
    await run(['verify', ...args, '--url', url, '--token', 't'.repeat(32)], surroundings);
    return { out, code: surroundings.exitCode };
  }

  it('succeeds when all agrees', async () => {
    lines = [{ ...AGREES, kind: 'customers', done: false }, AGREES];
    const { out, code } = await verify('--all', '--reason', 'a test');
    expect(out).toContain('The read side agrees with the events.');
    expect(out).toContain('Compared 90,002 objects with 180,006 events');
    expect(code).toBeUndefined();
    expect(asked).toEqual([['/projections/verification', { reason: 'a test' }]]);
  });

  it('fails when a rebuild would change something, and names it', async () => {
    lines = [DIFFERS];
    const { out, code } = await verify('--all', '--reason', 'a test');
    expect(out).toContain('does NOT agree with the events: 1,203 rows differ, and 1 stream cannot be projected.');
    expect(out).toMatch(/customer_risk\.customers +1,200 +2 +1\n/);
    expect(out).toContain('  - customer_risk.customers: customer-1, kyc_status, profile\n');
    expect(out).toContain('  - customer_risk.customers: customer-2, missing\n');
    expect(out).toContain('  - case-1\n');
    expect(out).toContain('Personal data of 1 object was erased');
    expect(code).toBe(1);
  });

  it('prints the report for programs', async () => {
    lines = [DIFFERS];
    const { out, code } = await verify('--all', '--reason', 'a test', '--json');
    expect(JSON.parse(out)).toEqual(DIFFERS);
    expect(code).toBe(1);
  });

  it('asks for --all and a reason', async () => {
    for (const args of [['--reason', 'a test'], ['--all']]) expect((await verify(...args)).code).toBe(2);
    expect(asked).toEqual([]);
  });
});
