import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  UNKNOWN_ID,
  ISO_TIME,
  database,
  home,
  probity,
  text,
  json,
  failure,
  makeTenant,
  makeLedger,
} from './testing/newcomer';

/** Waits until the notary has signed so many transactions. */
async function signed(ledgerId: string, size: number): Promise<void> {
  const query = 'SELECT FROM notary.ledger_checkpoints WHERE ledger_id = $1 AND tree_size >= $2';
  for (const limit = Date.now() + 20_000; (await database.owner.query(query, [ledgerId, size])).rowCount === 0;) {
    if (Date.now() > limit) throw new Error(`ledger ${ledgerId} was not signed`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Ledgers: listing, verifying, closing accounts, rebuilding. */
export function ledgers(): void {
  describe('ledgers', () => {
    beforeAll(() => makeTenant('books'));

    it('are listed and, when intact, verified', async () => {
      const ledger = await makeLedger('books');
      const { items } = await json('ledger', 'list', '--tenant', 'books');
      expect(items).toMatchObject([{ id: ledger.id, name: 'Customer funds', currency: 'USD', status: 'active' }]);
      expect(await text('ledger', 'list', '--tenant', 'books')).toMatch(
        new RegExp(`^ID +NAME +CURRENCY +STATUS +CREATED\n${ledger.id} +Customer funds +USD +active +\\S+Z\n$`),
      );

      const hash = ledger.posted[2]!.transaction_hash;
      expect(await json('ledger', 'verify', '--tenant', 'books', ledger.id)).toEqual({
        ledger_id: ledger.id,
        done: true,
        checked: 3,
        total: 3,
        verified: true,
        head: { position: 3, hash },
        broken: null,
        checkpoints: expect.any(Array),
        verified_at: expect.stringMatching(ISO_TIME),
      });
      expect(await text('ledger', 'verify', '--tenant', 'books', ledger.id)).toMatch(
        new RegExp(
          `^Ledger ${ledger.id} is intact.\n\n  transactions   3\n  head position  3\n  head hash      ${hash}\n` +
            '(  agrees with    the last checkpoint of the notary, of size [0-9]+\n)?$',
        ),
      );
    });

    it('show their accounts, transactions and postings', async () => {
      await makeTenant('shelves');
      const { id, cash, posted } = await makeLedger('shelves');
      const where = ['--tenant', 'shelves'];
      expect(await text('ledger', 'show', ...where, id)).toMatch(
        / {2}transactions +3\n(.*\n)* {2}last verification +never\n/,
      );
      const { items: accounts } = await json('ledger', 'accounts', ...where, id, '--type', 'asset');
      expect(accounts).toMatchObject([{ id: cash, account_type: 'asset' }]);
      expect(await text('ledger', 'accounts', ...where, id, '--code', 'none')).toBe(
        'The ledger has no such accounts.\n',
      );
      const { items: transactions } = await json('ledger', 'transactions', ...where, id, '--limit', '2');
      expect(transactions).toMatchObject([{ hash_chain_position: 3 }, { hash_chain_position: 2 }]);
      const first = posted[0]!.id;
      expect((await json('ledger', 'posting', ...where, first)).entries).toHaveLength(2);
      expect(await text('ledger', 'posting', ...where, first)).toMatch(/ {2}position +1\n/);
      expect(await text('ledger', 'verify-posting', ...where, first)).toMatch(
        new RegExp(`^Posting ${first} is intact\\.\n\n {2}content_hash_ok +yes\n`),
      );
    });

    it('remember their verifications', async () => {
      await makeTenant('checked');
      const { id } = await makeLedger('checked');
      const where = ['--tenant', 'checked', id];
      expect(await text('ledger', 'verifications', ...where)).toBe('The ledger was never verified.\n');
      await json('ledger', 'verify', ...where);
      const { items } = await json('ledger', 'verifications', ...where);
      expect(items).toMatchObject([{ ledger_id: id, verified: true, checked: 3, officer: 'operator token' }]);
      expect(await text('ledger', 'verifications', ...where)).toMatch(
        /^VERIFIED .*\n\S+Z +intact +3 +\w{64} +operator token\n$/,
      );
      expect(await text('audit', '--tenant', 'checked', '--action', 'ledger.verified')).toMatch(/ledger.verified/);
    });

    it('that are broken: verify exits with 1 and names the first broken position and the failed check', async () => {
      await makeTenant('forged');
      const ledger = await makeLedger('forged');
      await database.owner.transaction(async (sql) => {
        await sql.query('SET LOCAL session_replication_role = replica'); // disables the trigger that rejects changes
        const { rowCount } = await sql.query(
          `UPDATE event_store.events SET data = replace(data, '"second"', '"secret"')
           WHERE stream = $1 AND data LIKE '%"second"%'`,
          [`ledger-${ledger.id}`],
        );
        expect(rowCount).toBe(1);
      });

      const people = await probity('ledger', 'verify', '--tenant', 'forged', ledger.id);
      expect({ code: people.code, stderr: people.stderr }).toEqual({ code: 1, stderr: '' });
      expect(people.stdout).toMatch(new RegExp(`^Ledger ${ledger.id} is BROKEN\\.\n`));
      expect(people.stdout).toMatch(/\n {2}first broken position +2\n {2}failed check +content_hash_ok\n/);
      expect(people.stdout).toMatch(/\n {2}valid transactions +1 of 3\n {2}last valid position +1\n/);

      const machines = await probity('ledger', 'verify', '--tenant', 'forged', ledger.id, '--json');
      expect({ code: machines.code, stderr: machines.stderr }).toEqual({ code: 1, stderr: '' });
      expect(JSON.parse(machines.stdout)).toMatchObject({
        verified: false,
        checked: 1,
        total: 3,
        head: { position: 1, hash: ledger.posted[0]!.transaction_hash },
        broken: { position: 2, check: 'content_hash_ok' },
      });
    });

    it('are exported as bundles, which verify-bundle proves with the key of the tenant', async () => {
      await makeTenant('carried');
      const ledger = await makeLedger('carried');
      const [plain, packed] = [join(home, 'ledger.jsonl'), join(home, 'ledger.jsonl.gz')];
      const where = ['ledger', 'export-bundle', '--tenant', 'carried', ledger.id, '--out'];
      await signed(ledger.id, 3);
      expect(await json(...where, plain)).toMatchObject({ ledger_id: ledger.id, path: plain, transactions: 3 });
      expect(await text(...where, packed)).toMatch(
        /^Wrote the bundle of ledger \S+ to \S+\.gz\.\n\n {2}transactions +3\n/,
      );
      expect(gunzipSync(readFileSync(packed)).equals(readFileSync(plain))).toBe(true);

      const [key] = (JSON.parse(readFileSync(plain, 'utf8').split('\n', 1)[0]!) as { keys: string[] }).keys;
      const report = await json('ledger', 'verify-bundle', packed, '--key', key!);
      expect(report).toMatchObject({ verdict: 'proven', counts: { transactions: 3, accounts: 2 }, wrong: null });
      expect(report.claims).toContainEqual(expect.objectContaining({ claim: 'tenant_log', proven: true }));

      const again = await failure([...where, plain]);
      expect(again).toMatchObject({ code: 2, error: { message: expect.stringContaining('exists already') } });
      const absent = await failure([...where.with(4, UNKNOWN_ID), join(home, 'absent.jsonl')]);
      expect(absent).toMatchObject({ code: 1, error: { code: 'not_found' } });
      expect(readdirSync(home).filter((name) => /absent|part/.test(name))).toEqual([]);
    });

    it('that do not exist cannot be verified', async () => {
      const absent = await failure(['ledger', 'verify', '--tenant', 'books', UNKNOWN_ID]);
      expect(absent).toMatchObject({ code: 1, error: { code: 'not_found' } });
      const malformed = await failure(['ledger', 'verify', '--tenant', 'books', 'no-uuid']);
      expect(malformed).toMatchObject({ code: 2, error: { code: 'bad_uuid' } });
    });

    it('close and open accounts', async () => {
      await makeTenant('doors');
      const { id, cash, post } = await makeLedger('doors');
      const why = ['--reason', 'a court order'];
      const where = ['--tenant', 'doors', '--ledger', id, cash, ...why];
      expect(await json('account', 'deactivate', ...where)).toEqual({ account_id: cash, is_active: false });
      expect((await post('while closed')).status).toBe(400);
      expect(await json('account', 'activate', ...where)).toEqual({ account_id: cash, is_active: true });
      expect((await post('open again')).status).toBe(201);
      expect(await text('account', 'deactivate', ...where)).toBe(`Account ${cash} is closed to further postings.\n`);
      expect(await text('account', 'activate', ...where)).toBe(`Account ${cash} is open to postings.\n`);
      const audit = await text('audit', '--tenant', 'doors', '--subject', cash);
      expect(audit).toMatch(/ operator token +account.deactivated +account \S+ +- +a court order$/m);

      const absent = await failure(['account', 'activate', '--tenant', 'doors', '--ledger', id, UNKNOWN_ID, ...why]);
      expect(absent).toMatchObject({ code: 1, error: { code: 'not_found' } });
    });

    it('are repaired by a rebuild of the projections', async () => {
      await makeTenant('mended');
      const { id } = await makeLedger('mended');
      await database.owner.query('DELETE FROM ledger.transactions WHERE ledger_id = $1', [id]);
      await database.owner.query("UPDATE back_office.tenants SET name = 'lost' WHERE slug = 'mended'");
      expect((await probity('ledger', 'verify', '--tenant', 'mended', id)).code).toBe(1);

      const rebuilt = await json('projections', 'rebuild', '--reason', 'a test');
      expect(rebuilt).toMatchObject({ done: true });
      expect(rebuilt.streams).toBeGreaterThanOrEqual(1);
      expect(rebuilt.streams_done).toBe(rebuilt.streams);
      expect(rebuilt.events).toBeGreaterThanOrEqual(6);
      expect((await json('ledger', 'verify', '--tenant', 'mended', id)).verified).toBe(true);
      expect(await text('tenant', 'list')).toMatch(/^mended +Tenant mended /m);
      expect(await text('projections', 'rebuild', '--reason', 'a test')).toMatch(
        /^Rebuilt the projections of [\d,]+ ledgers? from [\d,]+ events\.\n$/,
      );
    });
  });
}
