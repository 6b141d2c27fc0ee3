import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { formatHeader } from '@probity/ledger-verification/bundle-header';
import { bundleOf } from '@probity/ledger-verification/testing/bundles';
import { STRANGER_KEY, TRUSTED_KEY } from '@probity/ledger-verification/testing/generated-ledger';
import { run } from '../run';
import type { Surroundings } from '../surroundings';

describe('ledger verify-bundle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-bundle-'));
  const file = join(folder, 'ledger.jsonl');
  beforeAll(async () => {
    const { header, events } = await bundleOf({ transactions: 3 });
    writeFileSync(file, [formatHeader(header), ...events].join('\n'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function verify(...args: string[]): Promise<{ out: string; exitCode: Surroundings['exitCode'] }> {
    let out = '';
    const write = (text: string): string => (out += text);
    const surroundings: Surroundings = { env: {}, stdout: { write }, stderr: { write } };
    await run(['ledger', 'verify-bundle', ...args], surroundings);
    return { out, exitCode: surroundings.exitCode };
  }

  it('proves a bundle with a trusted key', async () => {
    const { out, exitCode } = await verify(file, '--key', TRUSTED_KEY);
    expect(out).toMatch(/^The bundle is proven.*3 transactions/s);
    expect(exitCode).toBeUndefined();
  });

  it('ends with 1 without a key', async () => {
    expect(await verify(file)).toEqual({ out: expect.stringContaining('It could be invented'), exitCode: 1 });
  });

  it('ends with 1 when the checkpoint signs only some of the transactions', async () => {
    const { header, events } = await bundleOf({ transactions: 3, checkpointed: 1 });
    const early = join(folder, 'early.jsonl');
    writeFileSync(early, [formatHeader(header), ...events].join('\n'));
    const { out, exitCode } = await verify(early, '--key', TRUSTED_KEY);
    expect(out).toMatch(/^[^\n]* has signed only 1 of its 3 transactions/);
    expect(exitCode).toBe(1);
  });

  it('ends with 1 for a file that is damaged, or is no bundle', async () => {
    const other = join(folder, 'other');
    writeFileSync(other, gzipSync('a text').subarray(0, -4));
    expect(await verify(other)).toEqual({ out: expect.stringContaining('file: it cannot be read'), exitCode: 1 });
    writeFileSync(other, 'a text');
    const { out, exitCode } = await verify(other);
    expect(out).toMatch(/^The bundle is WRONG\.\n {2}header: [^\n]*\n$/);
    expect(exitCode).toBe(1);
  });

  it('compares with a checkpoint that was kept', async () => {
    const kept = join(folder, 'kept.txt');
    writeFileSync(kept, (await bundleOf({ transactions: 2 })).header.checkpoint!);
    const { out, exitCode } = await verify(file, '--key', TRUSTED_KEY, '--checkpoint', kept);
    expect(out).toMatch(/^The bundle is proven.*it continues your checkpoints of size 2\n/s);
    expect(exitCode).toBeUndefined();
    const none = await verify(file, '--key', TRUSTED_KEY, '--checkpoint', file);
    expect(none).toEqual({ out: expect.stringMatching(/ledger.jsonl is no signed checkpoint: /), exitCode: 2 });
    const stranger = await verify(file, '--key', STRANGER_KEY, '--checkpoint', kept);
    expect(stranger).toEqual({ out: expect.stringMatching(/kept.txt: no trusted key has signed/), exitCode: 2 });
  });

  it('ends with 2 for a file or a key that the caller must correct', async () => {
    const missing = await verify(join(folder, 'none'), '--key', TRUSTED_KEY);
    expect(missing).toEqual({ out: expect.stringContaining('none does not exist'), exitCode: 2 });
    expect(await verify(file, '--key', 'x')).toEqual({ out: expect.stringContaining('"x" is not a key'), exitCode: 2 });
  });
});
