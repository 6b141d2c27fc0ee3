import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createLogger } from '@probity/platform/logging';
import { FileScanner } from './file-scanner';

const scanner = (script: string, timeoutMs = 20_000): FileScanner =>
  new FileScanner({ command: [process.execPath, '-e', script], timeoutMs }, createLogger('silent'));
const FINDS = `
  let text = '';
  process.stdin.on('data', (part) => (text += part)).on('end', () => process.exit(text.includes('EICAR') ? 1 : 0));`;
const FILE = Buffer.from('%PDF-');

describe('scanning', () => {
  it('gives the program the whole file', async () => {
    const large = Buffer.concat([Buffer.alloc(10_000_000), Buffer.from('EICAR')]);
    await expect(scanner(FINDS).scan(large)).rejects.toMatchObject({ code: 'file_refused', kind: 'invalid' });
    await expect(scanner(FINDS).scan(FILE)).resolves.toBe('clean');
  });

  it('says so when there is no program', async () => {
    const none = new FileScanner({ command: [], timeoutMs: 1 }, createLogger('silent'));
    await expect(none.scan(FILE)).resolves.toBe('not_scanned');
  });

  it.each([
    ['fails', 'process.exit(2)'],
    ['is ended by a signal', "process.kill(process.pid, 'SIGKILL')"],
  ])('does not take a file for clean when the program %s', async (_what, script) => {
    await expect(scanner(script).scan(FILE)).rejects.toMatchObject({ code: 'file_not_scanned', kind: 'overloaded' });
  });

  it('does not take a file for clean when the program does not exist', async () => {
    const missing = new FileScanner({ command: ['/nowhere/scan', '-'], timeoutMs: 1_000 }, createLogger('silent'));
    await expect(missing.scan(FILE)).rejects.toMatchObject({ code: 'file_not_scanned' });
  });

  it('ends a program that takes too long', async () => {
    await expect(scanner('setInterval(() => {}, 1000)', 100).scan(FILE)).rejects.toMatchObject({
      code: 'file_not_scanned',
    });
  });

  it('lets few files wait, and ends every program when the back office stops', async () => {
    const hanging = scanner('setInterval(() => {}, 1000)');
    const scans = Array.from({ length: 10 }, () => hanging.scan(FILE));
    const refused = { code: 'file_not_scanned', kind: 'overloaded' };
    await expect(hanging.scan(FILE)).rejects.toMatchObject(refused);
    hanging.onModuleDestroy();
    const outcomes = await Promise.allSettled([...scans, hanging.scan(FILE)]);
    expect(outcomes).toEqual(Array(11).fill({ status: 'rejected', reason: expect.objectContaining(refused) }));
  });

  it('leaves no process behind when the back office stops', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connects = `require('node:net').connect(${port}, '127.0.0.1')`;
    const starts = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(connects)}])`;
    const hanging = scanner(`${starts}; setInterval(() => {}, 1000)`);
    const scan = hanging.scan(FILE);
    const [startedByProgram] = (await once(server, 'connection')) as [Socket];
    const ended = once(startedByProgram.on('error', () => {}).resume(), 'close');
    hanging.onModuleDestroy();
    await expect(scan).rejects.toMatchObject({ code: 'file_not_scanned' });
    await ended;
    server.close();
  });

  it('takes the exit code of a program that reads nothing', async () => {
    await expect(scanner('process.exit(0)').scan(Buffer.alloc(5_000_000))).resolves.toBe('clean');
  });

  it('runs no shell, and passes no secret on', async () => {
    process.env.PROBITY_MASTER_KEY = 'secret';
    try {
      const script = 'process.exit(process.env.PROBITY_MASTER_KEY || process.argv[1] !== "$(exit 2)" ? 2 : 0)';
      const command = [process.execPath, '-e', script, '$(exit 2)'];
      const one = new FileScanner({ command, timeoutMs: 20_000 }, createLogger('silent'));
      await expect(one.scan(FILE)).resolves.toBe('clean');
    } finally {
      delete process.env.PROBITY_MASTER_KEY;
    }
  });
});
