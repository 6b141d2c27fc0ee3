import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StandaloneProcess } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';
import { codeBlocks, readPage, ROOT } from './markdown';

const PAGES = [
  'README.md',
  'docs/tutorials/first-posting.md',
  'docs/tutorials/first-alert.md',
  'docs/tutorials/first-webhook.md',
  'docs/tutorials/first-provider.md',
];
/** `npm start` is not run: the product of this test is already running. */
const IS_START = /^npm start\b/;
const TIMEOUT_MS = 170_000; // a second sign-in waits for the next one-time code
const run = promisify(execFile);
const NEXT = '=== next block ===';

/** Creates a folder like a clone of the repository, whose `.probity` is the data directory of this test's product. */
function cloneWith(): { folder: string; data: string } {
  const folder = temporaryFolder('probity-docs-');
  for (const entry of readdirSync(ROOT)) {
    if (!['.probity', '.git'].includes(entry)) symlinkSync(join(ROOT, entry), join(folder, entry));
  }
  const data = join(folder, '.probity');
  mkdirSync(data);
  return { folder, data };
}

/** Returns a free port to use instead of the tutorials' port 4000, which may be in use on this machine. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Replaces values that differ from run to run. */
const normal = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\b[0-9a-f]{64}\b/g, '<hash>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-\.\.\./g, '<id>...')
    .trim();

/** Returns whether the output matches the page. Three dots on the page match any text. */
function isShownAs(output: string, shown: string, language: string): boolean {
  if (language === 'json')
    return JSON.stringify(JSON.parse(normal(output))) === JSON.stringify(JSON.parse(normal(shown)));
  const pattern = normal(shown)
    .split('...')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\n+/g, '\\s*\\n\\s*'))
    .join('[^]*?');
  return new RegExp(`^\\s*${pattern}\\s*$`).test(normal(output));
}

describe('the commands of the README and the tutorials', () => {
  const { folder, data } = cloneWith();
  let product: StandaloneProcess;
  let port: number;
  beforeAll(async () => {
    product = await StandaloneProcess.start(data);
    port = await freePort();
  });
  afterAll(async () => {
    await product?.stop();
    rmSync(folder, { recursive: true });
  });

  it.each(PAGES)(
    'of %s work as shown',
    async (page) => {
      const blocks = codeBlocks(readPage(page));
      const commands = blocks.filter(({ language, text }) => language === 'sh' && !IS_START.test(text));
      expect(commands).not.toEqual([]);
      const here = (text: string): string =>
        text
          .replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`)
          .replaceAll('webhooks listen', `webhooks listen --port ${port}`);
      const script = commands.map(({ text }) => here(text)).join(`\necho '${NEXT}'\n`);
      const { stdout } = await run('bash', ['-e', '-o', 'pipefail', '-c', script], {
        cwd: folder,
        timeout: TIMEOUT_MS,
        env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: '' }, // where sessions are stored
      });

      const outputs = stdout.split(`${NEXT}\n`);
      expect(outputs).toHaveLength(commands.length);
      const wrong = commands.flatMap((command, index) => {
        const shown = blocks[blocks.indexOf(command) + 1];
        if (!shown?.followsBlock || shown.language === 'sh') return [];
        const isRight = isShownAs(outputs[index]!, shown.text, shown.language);
        return isRight ? [] : [{ page, line: shown.line, output: outputs[index], shown: shown.text }];
      });
      expect(wrong).toEqual([]);
    },
    180_000,
  );
});
