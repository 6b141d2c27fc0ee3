import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run';
import type { Surroundings } from '../surroundings';

const PROBLEM = { path: '/condition', message: 'expected a condition, found a number' };

describe('the check of a draft rule', () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-rules-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function check(data: object): Promise<Surroundings & { out: string }> {
    const draft = join(folder, 'draft.json');
    writeFileSync(draft, '{"condition": 5}');
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'ok', data }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const surroundings = {
      env: { PROBITY_DATA_DIR: '/nonexistent' },
      out: '',
      stdout: { write: (text: string) => (surroundings.out += text) },
      stderr: { write: () => undefined },
      exitCode: undefined as Surroundings['exitCode'],
    };
    await run(['rules', 'check', draft, '--tenant', 'bank', '--url', url, '--token', 't'], surroundings);
    server.close();
    server.closeAllConnections();
    return surroundings;
  }

  it('ends with 0 for a valid rule', async () => {
    const { out, exitCode } = await check({ valid: true, cost: 3, max_cost: 200_000, problems: [] });
    expect(out).toContain('The rule is valid. It costs 3 of at most 200000.');
    expect(exitCode).toBeUndefined();
  });

  it('ends with 2 for a file that the caller must correct, and prints what is wrong', async () => {
    const { out, exitCode } = await check({ valid: false, cost: null, max_cost: 200_000, problems: [PROBLEM] });
    expect(out).toContain('/condition: expected a condition, found a number');
    expect(exitCode).toBe(2);
  });
});
