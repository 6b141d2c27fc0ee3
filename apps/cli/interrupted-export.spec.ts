import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A process runs no TypeScript: it uses the last build. */
const COMMAND_LINE = join(__dirname, '../../dist/apps/cli/main.js');
const LEDGER = '0199d5a0-0000-7000-8000-000000000000';

describe('an export that is interrupted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-interrupted-'));
  /** It sends the begin of a bundle, and never its end. */
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/jsonl' });
    response.write(`{"last_revision":9,"checkpoint":"log\\n3\\nroot\\n"}\n`);
  });
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends at once on %s, and leaves no file', async (signal) => {
    const { port } = server.address() as AddressInfo;
    const connection = ['--url', `http://127.0.0.1:${port}/api/v1`, '--token', 'x'.repeat(32)];
    const command = ['ledger', 'export-bundle', '--tenant', 'acme', LEDGER, '--out', join(folder, 'ledger.jsonl')];
    const watched = watch(folder);
    const begun = once(watched, 'change');
    const running = spawn(process.execPath, [COMMAND_LINE, ...command, ...connection], { stdio: 'inherit' });
    const ended = once(running, 'exit');
    await Promise.race([begun, ended]);
    watched.close();
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^ledger\.jsonl\..*\.part$/)]);
    running.kill(signal);
    expect(await ended).toEqual([null, signal]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['ledger.jsonl', 'ledger.jsonl.gz'])('to %s ends with 75 when the server is down', async (file) => {
    const closed = createServer();
    await once(closed.listen(0, '127.0.0.1'), 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const connection = ['--url', `http://127.0.0.1:${port}/api/v1`, '--token', 'x'.repeat(32)];
    const command = ['ledger', 'export-bundle', '--tenant', 'acme', LEDGER, '--out', join(folder, file)];
    const running = spawn(process.execPath, [COMMAND_LINE, ...command, ...connection]);
    let errors = '';
    running.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    expect(await once(running, 'close')).toEqual([75, null]);
    expect(errors).toMatch(/^probity: cannot reach the back office/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
