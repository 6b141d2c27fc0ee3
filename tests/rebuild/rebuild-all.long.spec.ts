import { randomUUID } from 'node:crypto';
import { restoredTables } from '../docs/restored-tables';
import type { Reads } from './every-read';
import { dataOf, expectRefusal } from '../interface/answers';
import { FilledProduct, type ReadingTenant } from './filled-product';
import { verifiesWhatIsChanged, verifiesWhatIsUsed } from './verify-all.suite';

jest.setTimeout(400_000);

/** The ledgers have too few transactions, a new version of Probity fills the second, and an import the third while it runs. */
const NOT_FILLED = ['ledger.tree_nodes', 'pipeline.scorer_rescreenings', 'pipeline.watchlist_recorded_entries'];

const tables = (): string[] => [...restoredTables('rebuild'), ...restoredTables('rebuild --all')];

describe.each([
  ['in Postgres', false],
  ['in the stand-in for EventStoreDB', true],
])('a rebuild of everything, with events %s', (_where, onStandIn) => {
  let product: FilledProduct;
  let before: Reads;
  let verified: any;
  beforeAll(async () => {
    product = await FilledProduct.start(onStandIn);
    await product.untilNoWorkIsLeft();
    verified = await product.verifyAll();
    before = await product.read();
  });
  afterAll(() => product?.stop());

  /** The tables without a row. */
  async function emptyOf(all: string[]): Promise<string[]> {
    const empty: string[] = [];
    for (const table of all) {
      const { rowCount } = await product.owner.query(`SELECT FROM ${table} LIMIT 1`);
      if (rowCount === 0) empty.push(table);
    }
    return empty;
  }

  verifiesWhatIsUsed(() => verified);

  it('restores every response after every table that it restores was emptied', async () => {
    expect(await emptyOf(tables())).toEqual(NOT_FILLED);
    await product.owner.execute(`TRUNCATE ${tables().join(', ')}`);
    expect(await product.rebuildAll()).toMatchObject({ failed: 0, done: true });
    const after = await product.read();
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    // The log of a tenant grows meanwhile, and its head is signed again.
    const changed = [...before].filter(
      ([path, { text }]) => !/\/tenants\/[^/]+\/checkpoint$/.test(path) && after.get(path)!.text !== text,
    );
    expect(changed.map(([path, { text }]) => [path, text, after.get(path)!.text])).toEqual([]);
  });

  it('makes audit trails what the events say: it removes, replaces and adds rows', async () => {
    const trails = tables().filter((table) => table.endsWith('.audit_events'));
    expect(trails).toHaveLength(6);
    const rows = async (trail: string) =>
      (await product.owner.query(`SELECT to_jsonb(a)::text AS row FROM ${trail} a ORDER BY 1`)).rows;
    const contents = async () => Promise.all(trails.map(rows));
    const exact = await contents();
    for (const trail of trails) {
      const first = `(SELECT id FROM ${trail} ORDER BY id LIMIT 1)`;
      const last = `(SELECT id FROM ${trail} ORDER BY id DESC LIMIT 1)`;
      await product.owner.execute(`UPDATE ${trail} SET actor = 'staff:other', data = '{}' WHERE id = ${first}`);
      await product.owner.execute(`DELETE FROM ${trail} WHERE id = ${last} AND id <> ${first}`);
      await product.owner.execute(
        `INSERT INTO ${trail} (id, subject_type, subject_id, action, actor_type, actor, data, at, tenant_id)
         VALUES (gen_random_uuid(), 'customer', 'c', 'kyc.approved', 'staff', 'staff:x', '{}', now(), gen_random_uuid())`,
      );
    }
    expect(await product.rebuildAll()).toMatchObject({ failed: 0, audit: { replaced: 6, removed: 6 } });
    // The use of the operator token has an entry, and the rebuild itself.
    const after = await contents();
    after.forEach((trail, index) => expect(trail).toEqual(expect.arrayContaining(exact[index]!)));
    expect(after.flat()).toHaveLength(exact.flat().length + 2);
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

  verifiesWhatIsChanged(() => product, onStandIn);
});
