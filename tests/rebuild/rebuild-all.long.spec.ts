import { randomUUID } from 'node:crypto';
import { restoredTables } from '../docs/restored-tables';
import type { Reads } from './every-read';
import { dataOf, expectRefusal } from '../interface/answers';
import { FilledProduct, type ReadingTenant } from './filled-product';

jest.setTimeout(400_000);

/** Entries of shared lists are in no event. */
const PARTLY: Record<string, string> = { 'pipeline.watchlist_entries': 'tenant_id IS NOT NULL' };
/** A new version of Probity fills it. */
const NOT_FILLED = ['ledger.tree_nodes', 'pipeline.scorer_rescreenings'];

describe.each([
  ['in Postgres', false],
  ['in the stand-in for EventStoreDB', true],
])('a rebuild of everything, with events %s', (_where, onStandIn) => {
  let product: FilledProduct;
  let before: Reads;
  beforeAll(async () => {
    product = await FilledProduct.start(onStandIn);
    before = await product.read();
  });
  afterAll(() => product?.stop());

  /** The tables without a row. */
  async function emptyOf(tables: string[]): Promise<string[]> {
    const empty: string[] = [];
    for (const table of tables) {
      const { rowCount } = await product.owner.query(`SELECT FROM ${table} LIMIT 1`);
      if (rowCount === 0) empty.push(table);
    }
    return empty;
  }

  it('restores every response after every table that it restores was emptied', async () => {
    const tables = [...restoredTables('rebuild'), ...restoredTables('rebuild --all')];
    expect(await emptyOf(tables)).toEqual(NOT_FILLED);
    const whole = tables.filter((table) => !(table in PARTLY));
    await product.owner.execute(`TRUNCATE ${whole.join(', ')}`);
    for (const [table, rows] of Object.entries(PARTLY))
      await product.owner.execute(`DELETE FROM ${table} WHERE ${rows}`);
    expect(await product.rebuildAll()).toMatchObject({ failed: 0, done: true });
    const after = await product.read();
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    // The log of a tenant grows meanwhile, and its head is signed again.
    const changed = [...before].filter(
      ([path, { text }]) => !/\/tenants\/[^/]+\/checkpoint$/.test(path) && after.get(path)!.text !== text,
    );
    expect(changed.map(([path, { text }]) => [path, text, after.get(path)!.text])).toEqual([]);
  });

  it('keeps emails and account codes in use', async () => {
    const [{ slug, api }] = product.tenants as [ReadingTenant];
    const [{ email }] = dataOf(await api.get(`/tenants/${slug}/customers`));
    const customer = await api.post(`/tenants/${slug}/customers`, { email, full_name: 'Another One' });
    expectRefusal(customer, 400, /is already used by another customer/);
    const [{ id }] = dataOf(await api.get(`/tenants/${slug}/ledgers`));
    const accounts = `/tenants/${slug}/ledgers/${id}/accounts`;
    const [{ code }] = dataOf(await api.get(accounts));
    const account = await api.post(accounts, { code, name: 'Another', account_type: 'asset' });
    expectRefusal(account, 400, /is already used/);
  });

  it('lets new work continue the histories', async () => {
    const [{ slug, api }] = product.tenants as [ReadingTenant];
    const email = `${randomUUID()}@example.com`;
    dataOf(await api.post(`/tenants/${slug}/customers`, { email, full_name: 'New One' }), 201);
    const ledgers = dataOf<{ id: string; currency: string }[]>(await api.get(`/tenants/${slug}/ledgers`));
    for (const { id, currency } of ledgers) {
      const [debited, credited] = dataOf<{ id: string; is_active: boolean }[]>(
        await api.get(`/tenants/${slug}/ledgers/${id}/accounts`),
      ).filter(({ is_active }) => is_active);
      if (!credited) continue;
      const entries = [
        { account_id: debited!.id, debit: '5' },
        { account_id: credited.id, credit: '5' },
      ];
      const posting = { ledger_id: id, currency, idempotency_key: randomUUID(), entries };
      const { transaction } = dataOf(await api.post(`/tenants/${slug}/postings`, posting), 201);
      const verified = dataOf(await api.get(`/tenants/${slug}/postings/${transaction.id}/verify`));
      expect(verified).toMatchObject({ verified: true, mismatches: [] });
    }
  });
});
