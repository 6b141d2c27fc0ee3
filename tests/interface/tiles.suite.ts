import { randomUUID } from 'node:crypto';
import { appendLeaf, EMPTY_TREE, leafHash, nodeHash, rootOf } from '@probity/ledger-verification/merkle-tree';
import { leafText, type TransactionLeaf } from '@probity/ledger-verification/transaction-leaf';
import { dataOf, expectRefusal } from './answers';
import { deposit, inParallel, newBook, post } from './books';
import type { Product } from './product';
import { headOf } from './signed-heads';
import { newKey, newTenant, type Tenant } from './tenants';

const POSTINGS = 259;

/** Hashes of the trees of ledgers, as clients of transparency logs read them. */
export function tiles(product: () => Product): void {
  let tenant: Tenant;
  let ledgerId: string;
  let transactionIds: string[];
  beforeAll(async () => {
    tenant = await newTenant(product());
    const book = await newBook(tenant);
    ledgerId = book.ledgerId;
    const posted = await inParallel(
      8,
      Array.from({ length: POSTINGS }, () => () => post(tenant, deposit(book))),
    );
    posted.sort((a, b) => a.transaction.hash_chain_position - b.transaction.hash_chain_position);
    transactionIds = posted.map(({ transaction }) => transaction.id);
  }, 60_000);

  const urlOf = (path: string, id = ledgerId): string =>
    `${product().baseUrl}${tenant.path(`/ledgers/${id}/tile/${path}`)}`;
  const read = (path: string): Promise<Response> => fetch(urlOf(path), { headers: tenant.api.authorization });

  async function hashesIn(path: string): Promise<Uint8Array[]> {
    const response = await read(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.slice(at * 32, (at + 1) * 32));
  }

  it('have the hashes of the signed tree', async () => {
    const head = await headOf(tenant, `/ledgers/${ledgerId}/checkpoint`, POSTINGS);
    const [full, partial, above] = [await hashesIn('0/000'), await hashesIn('0/001.p/3'), await hashesIn('1/000.p/1')];
    expect([full.length, partial.length, above.length]).toEqual([256, 3, 1]);
    const tree = [...full, ...partial].reduce((grown, leaf) => appendLeaf(grown, leaf), EMPTY_TREE);
    expect(Buffer.from(rootOf(tree)).toString('hex')).toBe(head.root_hash);
    expect(rootOf(tree)).toEqual(
      nodeHash(above[0]!, rootOf(partial.reduce((grown, leaf) => appendLeaf(grown, leaf), EMPTY_TREE))),
    );

    const path = tenant.path(`/postings/${transactionIds[7]}/receipt`);
    const { leaf } = dataOf<{ leaf: TransactionLeaf }>(await tenant.api.get(path));
    expect(full[7]).toEqual(new Uint8Array(leafHash(leafText(leaf))));
  });

  it('may be stored for ever when they are full', async () => {
    expect((await read('0/000')).headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect((await read('0/001.p/2')).headers.get('cache-control')).toBe('no-store');
  });

  it('are not found beyond what is signed, nor at other paths', async () => {
    for (const path of [
      '0/001',
      '0/001.p/4',
      '1/000',
      '1/000.p/2',
      '4/000.p/1',
      '0/x000/000',
      '0/0',
      '00/000',
      '0/000.p/256',
    ]) {
      const response = await read(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('are not found for another tenant, and need the scope read', async () => {
    const other = await newTenant(product());
    for (const id of [ledgerId, randomUUID()])
      expectRefusal(await other.api.get(other.path(`/ledgers/${id}/tile/0/000`)), 404);
    expectRefusal(await other.api.get(tenant.path(`/ledgers/${ledgerId}/tile/0/000`)), 403);
    const { api_key } = await newKey(product(), tenant.slug, ['write']);
    expectRefusal(await tenant.api.withKey(api_key).get(tenant.path(`/ledgers/${ledgerId}/tile/0/000`)), 403);
  });
}
