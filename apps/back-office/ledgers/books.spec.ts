import { randomUUID } from 'node:crypto';
import { Refusal } from '@probity/platform/errors';
import { data, refused } from '../../../testing/test-office';
import { at, office, replies, sent, slug, tenantId, test, WHY } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const HASH = 'ab'.repeat(32);
const FORGED = { position: 2, check: 'content_hash_ok', detail: 'the content was changed' };

/** A ledger of the tenant with accounts of these codes and this many postings between the first two. */
async function makeLedger(codes: string[], postings: number): Promise<{ id: string; posted: string[] }> {
  const id = randomUUID();
  await test.owner.query(
    `INSERT INTO ledger.ledgers (id, tenant_id, name, currency, signing_key_id, created_at, revision, head_position,
       head_hash) VALUES ($1, $2, 'Customer funds', 'USD', $1, now(), 1, $3, decode($4, 'hex'))`,
    [id, tenantId, postings, HASH],
  );
  const accounts: string[] = [];
  for (const [index, code] of codes.entries()) {
    const account = randomUUID();
    accounts.push(account);
    await test.owner.query(
      `INSERT INTO ledger.accounts (id, tenant_id, ledger_id, code, name, account_type, is_active, created_at,
         opened_revision, revision, debit_total, credit_total, entry_count)
       VALUES ($1, $2, $3, $4, $7, $5, true, now(), $6, 1, 700, 200, 2)`,
      [account, tenantId, id, code, index === 0 ? 'asset' : 'liability', index + 1, `Account ${code}`],
    );
  }
  const posted: string[] = [];
  for (let position = 1; position <= postings; position++) {
    const posting = randomUUID();
    posted.push(posting);
    await test.owner.query(
      `INSERT INTO ledger.transactions (id, tenant_id, ledger_id, position, reference, amount_minor, previous_hash,
         transaction_hash, posted_at, revision)
       VALUES ($1, $2, $3, $4, $6, 250000, decode($5, 'hex'), decode($5, 'hex'), now(), $4)`,
      [posting, tenantId, id, position, HASH, `p-${position}`],
    );
    await test.owner.query('INSERT INTO ledger.entries VALUES ($1, 0, $2, 250000, 0), ($1, 1, $3, 0, 250000)', [
      posting,
      accounts[0],
      accounts[1],
    ]);
  }
  return { id, posted };
}

describe('the books of a tenant', () => {
  it('have the decimals of their currency, and no verification at first', async () => {
    const currency = { code: 'USD', name: 'US Dollar', minor_unit_decimals: 2, ...WHY };
    data(await office.post(at('/currencies'), currency), 201);
    const { id } = await makeLedger(['1000', '2000'], 2);
    const shown = { id, name: 'Customer funds', minor_unit_decimals: 2, transaction_count: 2, last_verification: null };
    expect(data(await office.get(at('/ledgers')))).toMatchObject([shown]);
    expect(data(await office.get(at(`/ledgers/${id}`)))).toMatchObject(shown);
    refused(await office.get(at(`/ledgers/${randomUUID()}`)), 404, /^ledger \S+ was not found$/);
  });

  it('list accounts in the order of their codes, by the start of the code and by type', async () => {
    const { id } = await makeLedger(['20', '10', '10.5', '100%'], 0);
    const codes = async (query: string): Promise<string[]> =>
      data(await office.get(at(`/ledgers/${id}/accounts${query}`))).map(({ code }: { code: string }) => code);
    expect(await codes('')).toEqual(['10', '10.5', '100%', '20']);
    expect(await codes('?code=10')).toEqual(['10', '10.5', '100%']);
    expect(await codes('?code=10%25')).toEqual([]);
    expect(await codes('?account_type=asset')).toEqual(['20']);
    expect(await codes('?limit=1&offset=1')).toEqual(['10.5']);
    refused(await office.get(at(`/ledgers/${id}/accounts?account_type=other`)), 400, /account_type/);
    refused(await office.get(at(`/ledgers/${randomUUID()}/accounts`)), 404, /ledger/);
    expect(data(await office.get(at(`/ledgers/${id}/accounts?code=20`)))).toMatchObject([
      { balance: '500', debit_total: '700', credit_total: '200' },
    ]);
  });

  it('list transactions newest first, in pages', async () => {
    const { id } = await makeLedger(['1000', '2000'], 3);
    const references = async (query: string): Promise<string[]> =>
      data(await office.get(at(`/ledgers/${id}/transactions${query}`))).map((row: any) => row.reference);
    expect(await references('')).toEqual(['p-3', 'p-2', 'p-1']);
    expect(await references('?limit=1&offset=1')).toEqual(['p-2']);
    expect(await references('?offset=3')).toEqual([]);
    refused(await office.get(at(`/ledgers/${randomUUID()}/transactions`)), 404, /ledger/);
  });

  it('show a posting with the accounts of its entries, and verify it', async () => {
    const { id, posted } = await makeLedger(['1000', '2000'], 1);
    const shown = data(await office.get(at(`/postings/${posted[0]}`)));
    expect(shown).toMatchObject({
      transaction: { ledger_id: id, hash_chain_position: 1, transaction_hash: HASH },
      entries: [
        { account_code: '1000', account_name: 'Account 1000', debit_minor: '250000', credit_minor: '0' },
        { account_code: '2000', account_name: 'Account 2000', debit_minor: '0', credit_minor: '250000' },
      ],
    });
    data(await office.get(at(`/postings/${posted[0]}/verify`)));
    const request = { tenant_id: tenantId, ledger_id: id, transaction_id: posted[0] };
    expect(sent).toEqual([{ name: 'ledger.verify-transaction', request }]);
    refused(await office.get(at(`/postings/${randomUUID()}/verify`)), 404, /^posting/);
  });

  it('return the receipt of a posting, which may not be signed yet', async () => {
    const { id, posted } = await makeLedger(['1000', '2000'], 1);
    const receipt = { leaf: { hash_chain_position: 1 }, payload: {}, proof: 'c2sp.org/tlog-proof@v1', keys: [] };
    replies['ledger.read-receipt'] = () => receipt;
    expect(data(await office.get(at(`/postings/${posted[0]}/receipt`)))).toEqual(receipt);
    const request = { tenant_id: tenantId, ledger_id: id, transaction_id: posted[0] };
    expect(sent).toEqual([{ name: 'ledger.read-receipt', request }]);
    replies['ledger.read-receipt'] = () => {
      throw new Refusal('overloaded', 'not_signed_yet', 'the notary has not signed it yet; retry');
    };
    refused(await office.get(at(`/postings/${posted[0]}/receipt`)), 503, /^the notary has not signed it yet/);
  });

  it('of another tenant do not exist', async () => {
    const { id, posted } = await makeLedger(['1000', '2000'], 1);
    const other = `t-${randomUUID()}`;
    data(await office.post('/tenants', { slug: other, name: 'O', four_eyes: false, ...WHY }), 201);
    expect(data(await office.get(`/tenants/${other}/ledgers`))).toEqual([]);
    const parts = ['', '/accounts', '/transactions', '/verifications'].map((part) => `/ledgers/${id}${part}`);
    const posting = `/postings/${posted[0]}`;
    for (const path of [...parts, posting, `${posting}/verify`, `${posting}/receipt`]) {
      refused(await office.get(`/tenants/${other}${path}`), 404, /was not found$/);
    }
  });
});

describe('a verification of a ledger', () => {
  async function verify(id: string, outcome: object): Promise<void> {
    const head = { position: 1, hash: HASH };
    replies['ledger.verify-ledger'] = () => ({
      ...{ ledger_id: id, done: true, checked: 1, total: 2, head, verified_at: '2026-11-02T10:00:00.000Z' },
      ...outcome,
    });
    const answer = await fetch(`${test.url}/tenants/${slug}/ledgers/${id}/verification`, {
      method: 'POST',
      headers: { authorization: `Bearer ${test.token}` },
    });
    expect(await answer.text()).toContain('"done":true');
  }

  it('is recorded with its outcome, in the list and in the audit trail; a rebuild restores it', async () => {
    const { id } = await makeLedger(['1000', '2000'], 2);
    await verify(id, { verified: true, broken: null });
    await verify(id, { verified: false, broken: FORGED, verified_at: '2026-11-03T10:00:00.000Z' });
    const read = async () => ({
      list: data(await office.get(at(`/ledgers/${id}/verifications`))),
      last: data(await office.get(at(`/ledgers/${id}`))).last_verification,
    });
    const recorded = await read();
    expect(recorded.list).toMatchObject([
      { verified: false, broken: FORGED, officer: 'operator token', verified_at: '2026-11-03T10:00:00.000Z' },
      { verified: true, broken: null, checked: 1, total: 2, head: { position: 1, hash: HASH } },
    ]);
    expect(recorded.last).toEqual(recorded.list[0]);
    const trail = data(await office.get(at(`/audit?subject_type=ledger&subject_id=${id}`)));
    expect(trail).toMatchObject([
      { action: 'ledger.verified', actor: 'staff:operator', data: { verified: false, broken: FORGED } },
      { action: 'ledger.verified', data: { verified: true } },
    ]);
    await test.rebuild();
    expect(await read()).toEqual(recorded);
  });

  it('that has not ended is not recorded', async () => {
    const { id } = await makeLedger(['1000', '2000'], 2);
    replies['ledger.verify-ledger'] = () => {
      throw new Error('the ledger service stopped');
    };
    await fetch(`${test.url}/tenants/${slug}/ledgers/${id}/verification`, {
      method: 'POST',
      headers: { authorization: `Bearer ${test.token}` },
    }).then((answer) => answer.text());
    expect(data(await office.get(at(`/ledgers/${id}/verifications`)))).toEqual([]);
  });
});
