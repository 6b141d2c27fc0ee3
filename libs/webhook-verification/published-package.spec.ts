import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InstalledPackage } from '../../testing/installed-package';

const PROJECT = join(__dirname, '..', '..');
const USE = `
const body = '{}';
const now = new Date(0);
try {
  verifyWebhook(body, signWebhook(body, 'whsec_a', 0), 'whsec_a', { now });
} catch (error) {
  console.log(error instanceof WebhookVerificationError, error.code);
}`;
const NAMES = '{ signWebhook, verifyWebhook, WebhookVerificationError }';

/** Tests the package in a consumer outside of the repository that has no other packages. */
describe('the published package', () => {
  let installed: InstalledPackage;
  beforeAll(() => {
    installed = InstalledPackage.install(__dirname, '@probity/webhook-verification');
  }, 60_000);
  afterAll(() => installed.remove());

  it('has code, types and a README, and has no dependencies', () => {
    const manifest = JSON.parse(readFileSync(join(installed.folder, 'package.json'), 'utf8'));
    expect(Object.keys(manifest).filter((key) => /dependencies|private|^nx$/i.test(key))).toEqual([]);
    const files = readdirSync(installed.folder);
    expect(files).toEqual(expect.arrayContaining(['README.md', 'index.js', 'index.d.ts', 'verify-webhook.js']));
    expect(files.filter((name) => !/\.(d\.ts|js)$/.test(name)).sort()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ]);
    expect(files.filter((name) => name.includes('spec'))).toEqual([]);
  });

  it('can be loaded with import', () => {
    const code = `import ${NAMES} from '@probity/webhook-verification';${USE}`;
    expect(installed.run('consumer.mjs', code)).toBe('true malformed_body');
  });

  it('can be loaded with require', () => {
    const code = `const ${NAMES} = require('@probity/webhook-verification');${USE}`;
    expect(installed.run('consumer.cjs', code)).toBe('true malformed_body');
  });

  it('has types that do not need the types of Node', () => {
    const right = `declare const process: { env: Record<string, string | undefined> };
import { isKnownEvent, verifyWebhook, type WebhookEvent } from '@probity/webhook-verification';
export const event: WebhookEvent = verifyWebhook(new Uint8Array(), undefined, ['a', process.env.OLD], { toleranceSeconds: 60 });
export function aboutText(event: WebhookEvent): string {
  if (!isKnownEvent(event)) return [event.event satisfies string, event.data satisfies unknown].join();
  switch (event.event) {
    case 'alert.created':
      return event.data.severity;
    default:
      return event.event;
  }
}\n`;
    const wrong = [
      "if (isKnownEvent(event) && event.event === 'alert.created') event.data.status;",
      'event.data.severity;',
      "if (isKnownEvent(event) && event.event === 'alert.raised') throw event;",
    ];
    writeFileSync(join(installed.consumer, 'right.mts'), right);
    writeFileSync(join(installed.consumer, 'wrong.mts'), [right, ...wrong].join('\n'));
    const tsc = join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc');
    const check = (file: string): string => {
      const options = ['--noEmit', '--strict', '--module', 'node20', '--lib', 'es2022', '--ignoreConfig'];
      try {
        return execFileSync(process.execPath, [tsc, ...options, file], { cwd: installed.consumer, encoding: 'utf8' });
      } catch (error) {
        return (error as { stdout: string }).stdout;
      }
    };
    expect(check('right.mts')).toBe('');
    const errors = check('wrong.mts');
    expect(errors).toContain("Property 'status' does not exist on type 'WebhookAlert'");
    expect(errors).toContain("'event.data' is of type 'unknown'");
    expect(errors).toMatch(/This comparison appears to be unintentional .*'"alert.raised"'/);
  });
});
