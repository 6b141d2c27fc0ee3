import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const LOGGING = resolve(__dirname, '../../dist/libs/platform/logging');
const WRITE_LINES = `
  const logger = require(process.argv[1]).createLogger('info');
  logger.info('x'.repeat(5_000));
  setTimeout(() => logger.info('y'), 300);`;

it('a process whose log cannot be written ends, and says why', async () => {
  const readOnly = openSync('/dev/null', 'r');
  const child = spawn(process.execPath, ['-e', WRITE_LINES, LOGGING], { stdio: ['ignore', readOnly, 'pipe'] });
  closeSync(readOnly);
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  expect(said).toContain('EBADF');
  expect(code).toBe(1);
}, 20_000);
