import { randomUUID } from 'node:crypto';
import { verifyBundle } from '@probity/ledger-verification/verify-bundle';
import { dataOf, expectRefusal } from './answers';
import { deposit, inParallel, newBook, post } from './books';
import type { Product } from './product';
import { headOf } from './signed-heads';
import { newKey, newTenant, type Tenant } from './tenants';

interface Page {
  lines: string[];
  revision: number;
  last_revision: number;
  next: string | null;
}

/** Bundles of ledgers, read page by page. */
export function bundles(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  const page = async (ledgerId: string, after?: string): Promise<Page> =>
    dataOf<Page>(await tenant.api.get(tenant.path(`/ledgers/${ledgerId}/bundle${after ? `?after=${after}` : ''}`)));

  async function rest(ledgerId: string, first: Page): Promise<string[]> {
    const lines = [...first.lines];
    for (let { next } = first; next !== null;) {
      const { lines: more, ...read } = await page(ledgerId, next);
      expect(read.last_revision).toBe(first.last_revision);
      lines.push(...more);
      next = read.next;
    }
    return lines;
  }

  /** A ledger whose bundle has several pages: postings have texts of some kilobytes. */
  async function longBook(postings: number) {
    const book = await newBook(tenant);
    const narration = 'zażółć 決済 "'.repeat(700);
    await inParallel(
      8,
      Array.from({ length: postings }, () => () => post(tenant, deposit(book, '100', { narration }))),
    );
    await headOf(tenant, `/ledgers/${book.ledgerId}/checkpoint`, postings);
    return book;
  }

  it('have all transactions and a proof from the log of the tenant, and the key of the tenant proves them', async () => {
    const book = await longBook(100);
    const first = await page(book.ledgerId);
    expect(first.next).not.toBeNull();
    const lines = await rest(book.ledgerId, first);
    const { keys } = await headOf(tenant, '/checkpoint', 1);
    const report = await verifyBundle(lines, { trustedKeys: keys });
    expect(report).toMatchObject({ verdict: 'proven', counts: { transactions: 100, accounts: 2 }, wrong: null });
    const proven = report.claims.filter((claim) => claim.proven).map(({ claim }) => claim);
    expect(proven).toEqual(['transactions', 'events', 'checkpoint', 'tenant_log']);
  });

  it('have what their first page has signed, whatever is posted while they are read', async () => {
    const book = await longBook(60);
    const before = await rest(book.ledgerId, await page(book.ledgerId));
    const first = await page(book.ledgerId);
    await post(tenant, deposit(book));
    await headOf(tenant, `/ledgers/${book.ledgerId}/checkpoint`, 61);
    expect(await rest(book.ledgerId, first)).toEqual(before);
    expect((await page(book.ledgerId)).last_revision).toBeGreaterThan(first.last_revision);
  });

  it('of a ledger without transactions have its accounts', async () => {
    const { ledgerId } = await newBook(tenant);
    await headOf(tenant, `/ledgers/${ledgerId}/checkpoint`, 0);
    const { keys } = await headOf(tenant, '/checkpoint', 1);
    const report = await verifyBundle(await rest(ledgerId, await page(ledgerId)), { trustedKeys: keys });
    expect(report).toMatchObject({ verdict: 'proven', counts: { transactions: 0 } });
  });

  it('refuse places that no page of the ledger has', async () => {
    const { ledgerId } = await newBook(tenant);
    await headOf(tenant, `/ledgers/${ledgerId}/checkpoint`, 0);
    const { last_revision: last } = await page(ledgerId);
    for (const after of ['x', '1', `${last}-${last}`, `${last + 100}-0`, '1-0-1', '01-0', '1e3-0'])
      expectRefusal(await tenant.api.get(tenant.path(`/ledgers/${ledgerId}/bundle?after=${after}`)), 400);
  });

  it('are not found for another tenant, and need the scope read', async () => {
    const other = await newTenant(product());
    const { ledgerId } = await newBook(other);
    for (const id of [ledgerId, randomUUID()])
      for (const query of ['', '?after=1-0'])
        expectRefusal(await tenant.api.get(tenant.path(`/ledgers/${id}/bundle${query}`)), 404);
    const { api_key } = await newKey(product(), other.slug, ['write']);
    expectRefusal(await other.api.withKey(api_key).get(other.path(`/ledgers/${ledgerId}/bundle`)), 403);
    expectRefusal(await tenant.api.get(other.path(`/ledgers/${ledgerId}/bundle`)), 403);
  });
}
