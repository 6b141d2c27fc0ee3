import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BundleReport } from './bundle-report';
import { formatHeader } from './bundle-header';
import { bundleOf } from './testing/bundles';
import { GeneratedLedger, STRANGER_KEY, TRUSTED_KEY } from './testing/generated-ledger';

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
    writeFileSync(at('kept.txt'), early.header.checkpoint!);
    const ledger = new GeneratedLedger({ transactions: 30 });
    Array.from(ledger.lines());
    const receipt = await ledger.receipt(7);
    writeFileSync(at('receipt.json'), JSON.stringify(receipt));
    writeFileSync(at('response.json'), JSON.stringify({ status: 'success', data: { receipt } }));
    writeFileSync(at('other.json'), JSON.stringify({ ...receipt, payload: {} }));
    writeFileSync(at('pending.json'), JSON.stringify({ data: { receipt: null } }));
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

  it('says that a bundle is wrong, also when the reader of its progress has gone', () => {
    const script = `{ "${process.execPath}" --no-warnings -r ./say-much.js cli.js bundle changed.jsonl --key '${TRUSTED_KEY}' 2>&3 3>&-; echo $? > status; } 3>&1 >out | true`;
    writeFileSync(at('say-much.js'), 'process.stderr.write("x".repeat(1_000_000));');
    spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
    expect([readFileSync(at('status'), 'utf8'), readFileSync(at('out'), 'utf8')]).toEqual([
      '1\n',
      expect.stringMatching(/^The bundle is WRONG/),
    ]);
  });

  it('exits with 3 when the checkpoint signs only some of the transactions', () => {
    const { status, stdout } = run('bundle', 'early.jsonl', '--key', TRUSTED_KEY);
    expect(stdout).toMatch(/^Nothing in the bundle is wrong, but .* signed only 20 of its 30 transactions.*\n/);
    expect(status).toBe(3);
  });

  it('compares the bundle with checkpoints that were kept', () => {
    const { status, stdout } = run('bundle', 'ledger.jsonl', '--key', TRUSTED_KEY, '--checkpoint', 'kept.txt');
    expect(stdout).toMatch(/\nproven +kept_checkpoints: it continues your checkpoints of size 20\n/);
    expect(status).toBe(0);
    const stranger = run('bundle', 'ledger.jsonl', '--key', STRANGER_KEY, '--checkpoint', 'kept.txt');
    expect(stranger).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^kept.txt: no trusted key has signed/),
    });
  });

  it('proves receipts, a line for each', () => {
    const { status, stdout, stderr } = run('receipt', 'receipt.json', 'response.json', '--key', TRUSTED_KEY);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^proven: receipt.json: transaction 7 of ledger [0-9a-f-]+, in a tree of 30 transactions\nproven: response.json: [^\n]+\n$/,
    );
    const [outcome] = run('receipt', 'receipt.json', '--key', TRUSTED_KEY, '--json').stdout.split('\n');
    expect(JSON.parse(outcome!)).toMatchObject({ file: 'receipt.json', verdict: 'proven', position: 7, tree_size: 30 });
  });

  it.each([
    ['is wrong', 1, /^WRONG: other.json: the content hash is not that of the payload$/m, ['other.json', 'none.json']],
    ['is not signed yet', 1, /^WRONG: pending.json: its receipt is null: /, ['pending.json']],
    ['is no receipt', 1, /^WRONG: cli.js: it is no JSON: /, ['cli.js']],
    ['is missing', 2, /^UNREADABLE: none.json: none.json does not exist$/m, ['none.json', 'receipt.json']],
  ])('exits with a code for a receipt that %s', (_, code, message, files) => {
    const { status, stdout } = run('receipt', ...files, '--key', TRUSTED_KEY);
    expect(stdout).toMatch(message);
    expect(status).toBe(code);
  });

  it.each([[], ['--key', STRANGER_KEY]])('exits with 3 for a receipt without a key that signed it', (...keys) => {
    const { status, stdout } = run('receipt', 'receipt.json', ...keys);
    expect(stdout).toMatch(/^NOT proven: receipt.json: no trusted key has signed/);
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
    ['an unknown command', /^usage:/, ['verify', 'ledger.jsonl']],
    ['a checkpoint for a receipt', /^usage:/, ['receipt', 'receipt.json', '--checkpoint', 'kept.txt']],
    [
      'a checkpoint that is missing',
      /^none.txt does not exist\n$/,
      ['bundle', 'ledger.jsonl', '--checkpoint', 'none.txt'],
    ],
    [
      'a checkpoint that is none',
      /^cli.js: a signature of the note must/,
      ['bundle', 'ledger.jsonl', '--checkpoint', 'cli.js'],
    ],
    ['an unknown option', /Unknown option '--keys'/, ['bundle', 'ledger.jsonl', '--keys']],
    ['a key that is none', /"x" is not a key/, ['bundle', 'ledger.jsonl', '--key', 'x']],
    ['a folder', /^\. cannot be read: it is a folder; name a file\n$/, ['bundle', '.']],
    ['a folder of checkpoints', /^\. cannot be read: it is a folder/, ['bundle', 'ledger.jsonl', '--checkpoint', '.']],
    ['a missing file', /^none.jsonl does not exist\n$/, ['bundle', 'none.jsonl']],
  ])('exits with 2 after %s', (_, message, args) => {
    const { status, stderr } = run(...args);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});
