import { randomUUID } from 'node:crypto';
import { verifyCheckpoint } from '@probity/ledger-verification/checkpoint';
import { verifyConsistency } from '@probity/ledger-verification/merkle-proofs';
import { ledgerOrigin, tenantOrigin } from '@probity/ledger-verification/origins';
import { formatKey, keyIdOf, parseKey } from '@probity/ledger-verification/verification-key';
import type { Receipt } from '@probity/ledger-verification/receipt';
import { verifyReceipt } from '@probity/ledger-verification/verify-receipt';
import { dataOf, expectRefusal } from './answers';
import { deposit, newBook, post, type Posted } from './books';
import type { Product } from './product';
import { headOf as headOfTenant, type SignedHead } from './signed-heads';
import { newTenant, type Tenant } from './tenants';

interface WithReceipt {
  receipt: Receipt & { keys: string[] };
  receipt_path: string;
}

/** A key that differs from this one in a bit. */
function otherKey(text: string): string {
  const { name, publicKey } = parseKey(text);
  const changed = publicKey.with(0, publicKey[0]! ^ 1);
  return formatKey({ name, publicKey: changed, keyId: keyIdOf(name, changed) });
}

/** The signed heads of the logs of tenants and of ledgers. */
export function checkpoints(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  const headOf = (path: string, size: number): Promise<SignedHead> => headOfTenant(tenant, path, size);

  it('are signed for a ledger and its tenant, and their keys verify them', async () => {
    const book = await newBook(tenant);
    for (let count = 0; count < 3; count++) await post(tenant, deposit(book));
    const ledger = await headOf(`/ledgers/${book.ledgerId}/checkpoint`, 3);
    const verified = await verifyCheckpoint(ledger.checkpoint, ledgerOrigin(book.ledgerId), ledger.keys.map(parseKey));
    expect([verified.size, Buffer.from(verified.root).toString('hex')]).toEqual([3, ledger.root_hash]);

    const log = await headOf('/checkpoint', 1);
    const { size } = await verifyCheckpoint(log.checkpoint, tenantOrigin(tenant.id), log.keys.map(parseKey));
    expect(size).toBe(log.tree_size);
  });

  it('prove each posting to outsiders: a receipt verifies with the key of the tenant, and no other one', async () => {
    const book = await newBook(tenant);
    const metadata = { note: 'zażółć 決済', items: [1, 2.5, null] };
    const posted = [];
    for (let count = 0; count < 3; count++)
      posted.push(await post(tenant, { ...deposit(book), narration: 'x', metadata }));
    const ids = posted.map(({ transaction }) => transaction.id);
    const receipts = await Promise.all(
      ids.map(async (id) =>
        dataOf<Receipt & { keys: string[] }>(await tenant.api.get(tenant.path(`/postings/${id}/receipt`))),
      ),
    );
    for (const [index, receipt] of receipts.entries()) {
      const [key] = receipt.keys;
      expect(receipt.payload).toMatchObject({
        narration: 'x',
        metadata,
        nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      expect(receipt.leaf).toMatchObject({ transaction_id: ids[index], hash_chain_position: index + 1 });
      expect((await verifyReceipt(receipt, key!)).treeSize).toBeGreaterThan(index);

      const forged = { ...receipt, payload: { ...receipt.payload, narration: 'y' } };
      await expect(verifyReceipt(forged, key!)).rejects.toMatchObject({ code: 'mismatch' });
      const { keys } = await headOf('/checkpoint', 1);
      await expect(verifyReceipt(receipt, otherKey(keys[0]!))).rejects.toMatchObject({ code: 'unknown_key' });
    }
  });

  it('come with the posting as its receipt on request, also for a repeated one', async () => {
    const book = await newBook(tenant);
    const body = deposit(book, '100', { idempotency_key: randomUUID() });
    const path = tenant.path('/postings?include=receipt');
    const first = await tenant.api.post(path, body);
    const { receipt, receipt_path, transaction } = dataOf<Posted & WithReceipt>(first, 201);
    expect((await verifyReceipt(receipt, receipt.keys[0]!)).treeSize).toBe(1);
    expect(receipt.leaf.transaction_id).toBe(transaction.id);
    expect(dataOf<Receipt>(await tenant.api.get(receipt_path))).toEqual(receipt);

    const again = await tenant.api.post(path, body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(dataOf(again, 201)).toMatchObject({ transaction: { id: transaction.id }, receipt: { leaf: receipt.leaf } });
    expect(dataOf(await tenant.api.post(tenant.path('/postings'), body), 201)).not.toHaveProperty('receipt');
    expectRefusal(await tenant.api.post(tenant.path('/postings?include=all'), body), 400);
  });

  it('prove that a ledger continues an earlier checkpoint', async () => {
    const book = await newBook(tenant);
    for (let count = 0; count < 3; count++) await post(tenant, deposit(book));
    const path = `/ledgers/${book.ledgerId}`;
    const before = await headOf(`${path}/checkpoint`, 3);
    for (let count = 0; count < 4; count++) await post(tenant, deposit(book));
    await headOf(`${path}/checkpoint`, 7);
    const proof = dataOf<{ to: number; hashes: string[]; checkpoint: string; keys: string[] }>(
      await tenant.api.get(tenant.path(`${path}/consistency?from=${before.tree_size}`)),
    );
    const now = await verifyCheckpoint(proof.checkpoint, ledgerOrigin(book.ledgerId), proof.keys.map(parseKey));
    const hashes = proof.hashes.map((hash) => Buffer.from(hash, 'base64'));
    const root = Buffer.from(before.root_hash, 'hex');
    expect(verifyConsistency(before.tree_size, root, now.size, now.root, hashes)).toBe(true);
    expect(verifyConsistency(before.tree_size, Buffer.alloc(32), now.size, now.root, hashes)).toBe(false);
    const beyond = await tenant.api.get(tenant.path(`${path}/consistency?from=1000000`));
    expectRefusal(beyond, 400, /the signed tree has 7 transactions/);
    expect(beyond.body).toMatchObject({ code: 'beyond_checkpoint' });
  });

  it('of a new ledger may not be signed yet, which is no reason to look for another ledger', async () => {
    const book = await newBook(tenant);
    for (;;) {
      const answer = await tenant.api.get(tenant.path(`/ledgers/${book.ledgerId}/checkpoint`));
      if (answer.status === 200) break;
      expectRefusal(answer, 503, /not signed the ledger yet; retry/);
      expect(answer.body).toMatchObject({ code: 'not_signed_yet' });
    }
  });

  it('are not found for a ledger of another tenant, or one that does not exist', async () => {
    const other = await newTenant(product());
    const book = await newBook(other);
    for (const id of [book.ledgerId, randomUUID()])
      for (const path of [`/ledgers/${id}/checkpoint`, `/ledgers/${id}/consistency?from=0`])
        expectRefusal(await tenant.api.get(tenant.path(path)), 404);
    const { transaction } = await post(other, deposit(book));
    expectRefusal(await tenant.api.get(tenant.path(`/postings/${transaction.id}/receipt`)), 404);
  });
}
