import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BundleReport } from './bundle-report';
import { formatHeader } from './bundle-header';
import { bundleOf } from './testing/bundles';
import { TRUSTED_KEY } from './testing/generated-ledger';

/** Runs the command of the packed package. */
describe('the command of the package', () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ledger-command-'));
    const archive = execFileSync(process.execPath, [join(__dirname, 'pack.mjs'), at('new/packed')], {
      encoding: 'utf8',
    }).trim();
    execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
    const { header, events } = await bundleOf({ transactions: 30 });
    const text = `${[formatHeader(header), ...events].join('\n')}\n`;
    writeFileSync(at('ledger.jsonl'), text);
    writeFileSync(at('ledger.jsonl.gz'), gzipSync(text));
    writeFileSync(at('cut.jsonl.gz'), gzipSync(text).subarray(0, -100));
    const flipped = gzipSync(text);
    flipped[2_000]! ^= 1;
    writeFileSync(at('flipped.jsonl.gz'), flipped);
    const early = await bundleOf({ transactions: 30, checkpointed: 20 });
    writeFileSync(at('early.jsonl'), [formatHeader(early.header), ...early.events].join('\n'));
    writeFileSync(at('changed.jsonl'), text.replace('Payment 20 ', 'payment 20 '));
    writeFileSync(at('bytes.jsonl'), Buffer.concat([Buffer.from(text), Buffer.of(0xff)]));
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, ['--no-warnings', at('cli.js'), ...args], { cwd: folder, encoding: 'utf8' });

  it.each(['ledger.jsonl', 'ledger.jsonl.gz'])('proves %s', (file) => {
    const { status, stdout, stderr } = run('bundle', file, '--key', TRUSTED_KEY);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^The bundle is proven/);
    const report = JSON.parse(run('bundle', file, '--key', TRUSTED_KEY, '--json').stdout) as BundleReport;
    expect(report).toMatchObject({ verdict: 'proven', counts: { transactions: 30 } });
  });

  it.each(['cat ledger.jsonl |', 'cat ledger.jsonl.gz |', '(printf "\\037"; sleep 0; tail -c +2 ledger.jsonl.gz) |'])(
    'proves what comes through a pipe: %s',
    (pipe) => {
      const script = `${pipe} "${process.execPath}" --no-warnings cli.js bundle /dev/stdin --key '${TRUSTED_KEY}'`;
      const { status, stdout } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
      expect(stdout).toMatch(/^The bundle is proven/);
      expect(status).toBe(0);
    },
  );

  it('exits with 0 for a bundle that is proven, also when its reader has gone', () => {
    const command = `"${process.execPath}" --no-warnings cli.js bundle ledger.jsonl --key '${TRUSTED_KEY}'`;
    const script = `{ ${command}; echo $? > status; } | true`;
    const { stderr } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
    expect([readFileSync(at('status'), 'utf8'), stderr]).toEqual(['0\n', '']);
  });

  it('exits with 3 when the checkpoint signs only some of the transactions', () => {
    const { status, stdout } = run('bundle', 'early.jsonl', '--key', TRUSTED_KEY);
    expect(stdout).toMatch(/^Nothing in the bundle is wrong, but .* signed only 20 of its 30 transactions.*\n/);
    expect(status).toBe(3);
  });

  it('exits with 3 without a key, and with 1 when something is wrong', () => {
    expect(run('bundle', 'ledger.jsonl')).toMatchObject({
      status: 3,
      stdout: expect.stringContaining('could be invented'),
    });
    const { status, stdout } = run('bundle', 'changed.jsonl', '--key', TRUSTED_KEY);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^The bundle is WRONG.\n {2}content_hash \(transaction 20, event at revision \d+\): /);
  });

  it.each([
    ['is cut', /unexpected end of file/, 'cut.jsonl.gz'],
    ['has a flipped byte', /^The bundle is WRONG.\n/, 'flipped.jsonl.gz'],
    ['is not UTF-8', /encoded data was not valid/, 'bytes.jsonl'],
    ['is no bundle', /^The bundle is WRONG.\n {2}header: the first line is not the header of a [^\n]*\n$/, 'cli.js'],
  ])('exits with 1 after a file that %s', (_, message, file) => {
    const { status, stdout } = run('bundle', file);
    expect(stdout).toMatch(message);
    expect(status).toBe(1);
  });

  it.each(['--help', '-h'])('shows its usage with %s', (option) => {
    expect(run(option)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^usage:/), stderr: '' });
    expect(run('bundle', option)).toMatchObject({ status: 0 });
  });

  it.each([
    ['no arguments', /^usage:/, []],
    ['an unknown command', /^usage:/, ['receipt', 'ledger.jsonl']],
    ['an unknown option', /Unknown option '--keys'/, ['bundle', 'ledger.jsonl', '--keys']],
    ['a key that is none', /"x" is not a key/, ['bundle', 'ledger.jsonl', '--key', 'x']],
    ['a missing file', /ENOENT.*none.jsonl/, ['bundle', 'none.jsonl']],
  ])('exits with 2 after %s', (_, message, args) => {
    const { status, stderr } = run(...args);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});
