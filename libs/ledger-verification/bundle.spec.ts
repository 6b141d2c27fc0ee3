import { verificationKeyOf } from '@probity/platform/transparency/sign-note';
import { formatHeader } from './bundle-header';
import type { BundleReport } from './bundle-report';
import { ledgerOrigin, tenantOrigin } from './origins';
import { reportText } from './report-text';
import { bundleOf, verify } from './testing/bundles';
import { keyOf, LEDGER_ID, TENANT_ID } from './testing/generated-ledger';
import { MAX_AMOUNT_DIGITS } from './transaction-checks';
import { keyIdOf, parseKey } from './verification-key';
import { verifyBundle } from './verify-bundle';

const provenOf = ({ claims }: BundleReport): string[] =>
  claims.filter(({ proven }) => proven).map(({ claim }) => claim);

describe('a bundle', () => {
  it('is proven with the key of the tenant', async () => {
    const report = await verify(await bundleOf({ transactions: 25 }));
    expect(report).toMatchObject({ verdict: 'proven', ledger_id: LEDGER_ID, wrong: null });
    expect(report.counts).toEqual({ events: 51, accounts: 20, transactions: 25, entries: 50, commits: 5 });
    expect(report.head).toMatchObject({ revision: 50, position: 25 });
    expect(provenOf(report)).toEqual(['transactions', 'events', 'checkpoint', 'tenant_log']);
    expect(reportText(report)).toMatch(/^The bundle is proven.*NOT proven +signatures: the HMACs/s);
  });

  it('has amounts of as many digits as Probity takes', async () => {
    const largest = '9'.repeat(MAX_AMOUNT_DIGITS);
    expect(await verify(await bundleOf({ transactions: 2, amount: largest }))).toMatchObject({ verdict: 'proven' });
    const report = await verify(await bundleOf({ transactions: 2, amount: `${largest}9` }));
    expect(report).toMatchObject({ verdict: 'wrong', wrong: { check: 'double_entry' } });
  });

  it('without a trusted key may be invented', async () => {
    const bundle = await bundleOf({ transactions: 5 });
    const stranger = verificationKeyOf({ name: tenantOrigin(TENANT_ID), privateKey: keyOf(1) });
    for (const keys of [[], [stranger]]) {
      const report = await verify(bundle, keys);
      expect(report).toMatchObject({ verdict: 'unproven', wrong: null });
      expect(provenOf(report)).toEqual(['transactions', 'events']);
    }
  });

  it('is proven although a key that is not trusted has a signature that does not hold', async () => {
    const { header, events } = await bundleOf({ transactions: 5 });
    const origin = ledgerOrigin(LEDGER_ID);
    const old = verificationKeyOf({ name: tenantOrigin(TENANT_ID), privateKey: keyOf(1) });
    const keyId = keyIdOf(origin, parseKey(old).publicKey);
    const signature = Buffer.concat([Buffer.from(keyId, 'hex'), Buffer.alloc(64, 1)]).toString('base64');
    const checkpoint = `${header.checkpoint!}\u2014 ${origin} ${signature}\n`;
    const report = await verify({ header: { ...header, keys: [...header.keys, old], checkpoint }, events });
    expect(report).toMatchObject({ verdict: 'proven', wrong: null });
    const untrusted = await verify({ header: { ...header, keys: [...header.keys, old], checkpoint }, events }, []);
    expect(untrusted).toMatchObject({ verdict: 'wrong', wrong: { check: 'checkpoint' } });
  });

  it('without a checkpoint and without a proof from the log of the tenant proves less', async () => {
    const { header, events } = await bundleOf({ transactions: 5 });
    const without = { ...header, checkpoint: undefined };
    expect(await verify({ header: without, events })).toMatchObject({ verdict: 'unproven', wrong: null });
    const report = await verify({ header: { ...header, tenant_log: undefined }, events });
    expect(report.verdict).toBe('proven');
    expect(provenOf(report)).toEqual(['transactions', 'events', 'checkpoint']);
    expect(reportText(report)).toMatch(/NOT proven +tenant_log: .*, so names, types and states of accounts could be/);
  });

  it('may have transactions of an older version before the first commit', async () => {
    const report = await verify(await bundleOf({ transactions: 25, older: 12 }));
    expect(report).toMatchObject({ verdict: 'proven', counts: { transactions: 25, commits: 3 } });
  });

  it('of an older version without commits proves its transactions only', async () => {
    const { header, events } = await bundleOf({ transactions: 5, older: 5 });
    const older = { ...header, last_revision: header.last_revision - 1, tenant_log: undefined };
    const report = await verify({ header: older, events: events.slice(0, -1) });
    expect(provenOf(report)).toEqual(['transactions', 'checkpoint']);
  });

  it('is unproven when its checkpoint signs only some of its transactions', async () => {
    for (const checkpointed of [0, 1, 13, 24]) {
      const report = await verify(await bundleOf({ transactions: 25, checkpointed }));
      expect(report).toMatchObject({ verdict: 'unproven', signed_transactions: checkpointed, wrong: null });
      const [first] = reportText(report).split('\n');
      expect(first).toContain(`a key that you trust has signed only ${checkpointed} of its 25 transactions`);
      expect(first).toMatch(/could be invented: export the bundle again, or get a later checkpoint\.$/);
      const { detail } = report.claims.find(({ claim }) => claim === 'checkpoint')!;
      expect(detail).toContain(`the last ${25 - checkpointed} could be invented`);
    }
  });

  it('is unproven with invented transactions after the real checkpoint of an empty ledger', async () => {
    const { header: real } = await bundleOf({ transactions: 0 });
    const { header, events } = await bundleOf({ transactions: 40, amount: '999999999' });
    const forged = { header: { ...header, checkpoint: real.checkpoint, tenant_log: undefined }, events };
    expect(await verify(forged)).toMatchObject({ verdict: 'unproven', signed_transactions: 0 });
  });

  it('without transactions is proven by the checkpoint of the empty tree', async () => {
    const report = await verify(await bundleOf({ transactions: 0 }));
    expect(report).toMatchObject({ verdict: 'proven', signed_transactions: 0, counts: { transactions: 0 } });
  });

  it('may lack revisions of other programs, which are in no commit', async () => {
    const { header, events } = await bundleOf({ transactions: 2, older: 2 });
    const moved = events.map((line) => line.replace(/"revision":(\d+),/, (_, n) => `"revision":${2 * Number(n)},`));
    const last = { ...header, last_revision: header.last_revision * 2 - 2, tenant_log: undefined };
    expect(await verify({ header: last, events: moved.slice(0, -1) })).toMatchObject({ wrong: null });
  });

  it('reports progress', async () => {
    const seen: number[] = [];
    const { header, events } = await bundleOf({ transactions: 20_500, perCommit: 1000 });
    await verifyBundle([formatHeader(header), ...events], { trustedKeys: [] }, (counts) => seen.push(counts.events));
    expect(seen).toEqual([10_000, 20_000]);
  });
});
