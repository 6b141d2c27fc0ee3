import { verificationKeyOf } from '@probity/platform/transparency/sign-note';
import { tenantOrigin } from './origins';
import { GeneratedLedger, keyOf, TENANT_ID, TRUSTED_KEY } from './testing/generated-ledger';
import type { Receipt } from './receipt';
import { verifyReceipt } from './verify-receipt';

describe('a receipt', () => {
  const ledger = new GeneratedLedger({ transactions: 300, checkpointed: 290 });
  beforeAll(() => void [...ledger.lines()]);

  it('proves its posting', async () => {
    for (const position of [1, 2, 129, 256, 257, 290]) {
      expect(await verifyReceipt(await ledger.receipt(position), TRUSTED_KEY)).toMatchObject({ treeSize: 290 });
    }
  });

  const stranger = verificationKeyOf({ name: tenantOrigin(TENANT_ID), privateKey: keyOf(1) });
  it('of a stranger is rejected', async () => {
    await expect(verifyReceipt(await ledger.receipt(7), stranger)).rejects.toMatchObject({ code: 'unknown_key' });
  });

  it.each<[string, string, (receipt: Receipt, other: Receipt) => Receipt]>([
    ['amount', 'mismatch', (own) => ({ ...own, payload: { ...own.payload, entries: [] } })],
    ['payload', 'mismatch', (own, other) => ({ ...own, payload: other.payload })],
    ['payload with its hash', 'mismatch', (own, other) => ({ ...other, proof: own.proof })],
    ['position', 'mismatch', (own) => ({ ...own, leaf: { ...own.leaf, hash_chain_position: 8 } })],
    ['time', 'mismatch', (own) => ({ ...own, leaf: { ...own.leaf, posted_at: '2026-11-20T10:00:00.000Z' } })],
    ['ledger', 'mismatch', (own) => ({ ...own, leaf: { ...own.leaf, ledger_id: TENANT_ID } })],
    ['version', 'malformed', (own) => ({ ...own, leaf: { ...own.leaf, version: 2 } })],
    ['field', 'malformed', (own) => ({ ...own, leaf: { ...own.leaf, amount: '1' } as Receipt['leaf'] })],
    ['proof', 'mismatch', (own, other) => ({ ...own, proof: other.proof })],
    ['index', 'mismatch', (own) => ({ ...own, proof: own.proof.replace('index 6', 'index 7') })],
    ['tree', 'wrong_signature', (own) => ({ ...own, proof: own.proof.replace('\n290\n', '\n291\n') })],
  ])('with another %s is rejected', async (_, code, change) => {
    const changed = change(await ledger.receipt(7), await ledger.receipt(9));
    await expect(verifyReceipt(changed, TRUSTED_KEY)).rejects.toMatchObject({ code });
  });

  it.each<[string, (own: Receipt) => object]>([
    ['no leaf', () => ({ leaf: null })],
    ['no payload', () => ({ payload: undefined })],
    ['no proof', () => ({ proof: null })],
    ['a ledger that is no text', ({ leaf }) => ({ leaf: { ...leaf, ledger_id: 5 } })],
    ['too many levels', () => ({ payload: { a: JSON.parse(`${'['.repeat(9_000)}${']'.repeat(9_000)}`) as object } })],
  ])('with %s is rejected', async (_, part) => {
    const own = await ledger.receipt(7);
    const broken = { ...own, ...part(own) };
    await expect(verifyReceipt(broken, TRUSTED_KEY)).rejects.toMatchObject({ code: 'malformed' });
  });
});
