import { randomUUID } from 'node:crypto';
import { verifyCheckpoint } from '@probity/ledger-verification/checkpoint';
import { ledgerOrigin, tenantOrigin } from '@probity/ledger-verification/origins';
import { parseKey } from '@probity/ledger-verification/verification-key';
import { expectRefusal } from './answers';
import { deposit, newBook, post } from './books';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';

interface Head {
  checkpoint: string;
  keys: string[];
  tree_size: number;
  root_hash: string;
}

/** The signed heads of the logs of tenants and of ledgers. */
export function checkpoints(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  /** The head, once it has so many leaves. The notary signs within a second. */
  async function headOf(path: string, size: number): Promise<Head> {
    for (const limit = Date.now() + 20_000; ;) {
      const response = await tenant.api.get(tenant.path(path));
      const head = (response.body as { data: Head }).data;
      if (response.status === 200 && head.tree_size >= size) return head;
      if (Date.now() > limit) throw new Error(`${path} is ${response.status} ${JSON.stringify(response.body)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

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

  it('are not found for a ledger of another tenant, or one that does not exist', async () => {
    const other = await newTenant(product());
    const book = await newBook(other);
    for (const id of [book.ledgerId, randomUUID()])
      expectRefusal(await tenant.api.get(tenant.path(`/ledgers/${id}/checkpoint`)), 404);
  });
}
