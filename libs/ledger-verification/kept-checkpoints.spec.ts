import { formatHeader } from './bundle-header';
import type { KeptCheckpoint } from './kept-checkpoints';
import { reportText } from './report-text';
import { bundleOf, verify } from './testing/bundles';
import { STRANGER_KEY, TRUSTED_KEY } from './testing/generated-ledger';
import { verifyBundle } from './verify-bundle';

/** The checkpoint of a ledger of this size, as an institution stores it. */
async function kept(size: number, amount?: string): Promise<KeptCheckpoint> {
  const { header } = await bundleOf({ transactions: size, amount });
  return { name: `kept-${size}.txt`, note: header.checkpoint! };
}

describe('a bundle that is compared with kept checkpoints', () => {
  it('is proven when it continues each of them', async () => {
    const checkpoints = await Promise.all([25, 0, 7, 24, 7].map((size) => kept(size)));
    const report = await verify(await bundleOf({ transactions: 25 }), [TRUSTED_KEY], checkpoints);
    expect(report).toMatchObject({ verdict: 'proven', wrong: null });
    expect(report.claims).toContainEqual({
      claim: 'kept_checkpoints',
      proven: true,
      detail: 'it continues your checkpoints of size 0, 7, 7, 24, 25',
    });
  });

  it('is wrong when one has other transactions, and says where they begin', async () => {
    const bundle = await bundleOf({ transactions: 25 });
    const report = await verify(bundle, [TRUSTED_KEY], [await kept(5), await kept(9, '999'), await kept(12, '999')]);
    expect(report).toMatchObject({ verdict: 'wrong', wrong: { check: 'kept_checkpoint', position: null } });
    expect(report.wrong!.detail).toMatch(
      /^the root of the first 9 .*, but the checkpoint kept-9.txt has .*; the first 5 are those of the checkpoint kept-5.txt$/,
    );
    const next = await verify(bundle, [TRUSTED_KEY], [await kept(8), await kept(9, '999')]);
    expect(next.wrong).toMatchObject({ position: 9 });
  });

  it('is unproven when it ends before one: it may be older, or the ledger was cut off', async () => {
    const report = await verify(await bundleOf({ transactions: 20 }), [TRUSTED_KEY], [await kept(19), await kept(21)]);
    expect(report).toMatchObject({ verdict: 'unproven', wrong: null, signed_transactions: 20 });
    expect(reportText(report)).toMatch(
      /^Nothing in the bundle is wrong, but it does not continue what you kept: the checkpoint kept-21.txt has 21 transactions, and the bundle 20: /,
    );
  });

  it('is compared with one whose key is trusted for nothing else, as after it leaked', async () => {
    const { header, events } = await bundleOf({ transactions: 3 });
    const lines = [formatHeader(header), ...events];
    const checkpoints = [await kept(2)];
    const report = await verifyBundle(lines, { trustedKeys: [], checkpoints, checkpointKeys: [TRUSTED_KEY] });
    expect(report).toMatchObject({ verdict: 'unproven', wrong: null });
    expect(report.claims).toContainEqual(expect.objectContaining({ claim: 'kept_checkpoints', proven: true }));
    expect(report.claims).toContainEqual(expect.objectContaining({ claim: 'checkpoint', proven: false }));
  });

  it('is not verified with one of another log, whatever key signed it', async () => {
    const { name, note } = await kept(3);
    const other = { name, note: note.replaceAll(/probity\/ledger\/[0-9a-f]{32}/g, 'probity/ledger/' + '0'.repeat(32)) };
    await expect(verify(await bundleOf({ transactions: 3 }), [TRUSTED_KEY], [other])).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringMatching(
        /^kept-3.txt: the checkpoint is of the log probity\/ledger\/0{32}, not probity\/ledger\/[0-9a-f]{32}$/,
      ),
    });
  });

  it('is not verified with one that no trusted key has signed', async () => {
    const verification = verify(await bundleOf({ transactions: 3 }), [STRANGER_KEY], [await kept(3)]);
    await expect(verification).rejects.toMatchObject({
      code: 'unknown_key',
      message: expect.stringMatching(/^kept-3.txt: no trusted key has signed/),
    });
  });
});
