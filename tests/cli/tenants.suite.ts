import { Api } from '../../testing/api';
import { newKey } from './command-line';
import { ISO_TIME, standalone, backOffice, text, json, failure, makeTenant } from './testing/newcomer';

const WHY = ['--reason', 'a test'];

/** Tenants, their currencies and their API keys. */
export function tenants(): void {
  describe('tenants', () => {
    it('are created and listed', async () => {
      const created = await json('tenant', 'create', '--slug', 'bank', '--name', 'Bank', ...WHY);
      expect(created).toEqual({
        id: expect.any(String),
        slug: 'bank',
        name: 'Bank',
        created_at: expect.stringMatching(ISO_TIME),
      });
      const { items, ...rest } = await json('tenant', 'list');
      expect(rest).toEqual({});
      expect(items.map((tenant: any) => tenant.slug)).toContain('acme');
      expect(items).toContainEqual(created);

      const lines = (await text('tenant', 'list')).trimEnd().split('\n');
      expect(lines[0]).toMatch(/^SLUG +NAME +ID +CREATED$/);
      expect(lines).toHaveLength(1 + items.length);
      expect(lines.find((line) => line.startsWith('bank '))).toMatch(new RegExp(`^bank +Bank +${created.id} `));
    });

    it('are confirmed to people', async () => {
      expect(await text('tenant', 'create', '--slug', 'confirmed', '--name', 'C', ...WHY)).toMatch(
        /^Created tenant confirmed with the id \S+\.\n$/,
      );
    });

    it('are rejected with the reason of the back office', async () => {
      const taken = await failure(['tenant', 'create', '--slug', 'acme', '--name', 'Another', ...WHY]);
      expect(taken).toMatchObject({ code: 1, error: { code: 'slug_taken', message: expect.stringContaining('acme') } });
      const malformed = await failure(['tenant', 'create', '--slug', 'No Slug', '--name', 'N', ...WHY]);
      expect(malformed).toMatchObject({ code: 2, error: { message: expect.stringContaining('slug must be') } });
    });

    it('cannot send control sequences to the terminal in their names', async () => {
      await text('tenant', 'create', '--slug', 'odd', '--name', 'two\nlines\u001b[31m', ...WHY);
      const list = await text('tenant', 'list');
      expect(list).toContain('two\\u{a}lines\\u{1b}[31m');
      expect(list).not.toContain('\u001b');
    });
  });

  describe('currencies', () => {
    it('are added, renamed and listed', async () => {
      await text('tenant', 'create', '--slug', 'coins', '--name', 'Coins', ...WHY);
      expect(await text('currency', 'list', '--tenant', 'coins')).toBe('Tenant coins has no currencies.\n');
      const add = ['currency', 'add', ...WHY, '--tenant', 'coins', '--code', 'USD', '--decimals', '2', '--name'];
      expect(await text(...add, 'US Dollar')).toBe('Tenant coins can use USD (US Dollar, 2 decimals).\n');
      const renamed = { code: 'USD', name: 'Dollar', minor_unit_decimals: 2 };
      expect(await json(...add, 'Dollar')).toEqual(renamed);
      expect(await json('currency', 'list', '--tenant', 'coins')).toEqual({ items: [renamed] });
      expect(await text('currency', 'list', '--tenant', 'coins')).toBe(
        'CODE  NAME    DECIMALS\nUSD   Dollar         2\n',
      );
    });

    it('come with the warnings of the settings', async () => {
      await text('tenant', 'create', '--slug', 'two', '--name', 'Two', ...WHY);
      const add = ['currency', 'add', ...WHY, '--tenant', 'two', '--decimals', '2', '--name', 'n', '--code'];
      expect(await text(...add, 'USD')).toBe('Tenant two can use USD (n, 2 decimals).\n');
      expect(await text(...add, 'EUR')).toMatch(
        /2 decimals\)\.\n\nThe tenant has several currencies \(EUR, USD\) and no /,
      );
    });

    it('cannot change their decimals', async () => {
      const args = ['currency', 'add', ...WHY, '--tenant', 'acme', '--code', 'JPY', '--name', 'Yen', '--decimals', '2'];
      expect(await failure(args)).toMatchObject({ code: 1, error: { code: 'decimals_fixed' } });
    });

    it('are listed completely, over several pages', async () => {
      await text('tenant', 'create', '--slug', 'many', '--name', 'Many', ...WHY);
      const letter = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index);
      const codes = Array.from(
        { length: 205 },
        (_, index) => `X${letter(Math.floor(index / 26))}${letter(index % 26)}`,
      );
      for (const code of codes) {
        const body = { code, name: code, minor_unit_decimals: 0, reason: 'a test' };
        expect((await backOffice.post('/tenants/many/currencies', body)).status).toBe(201);
      }
      const { items } = await json('currency', 'list', '--tenant', 'many');
      expect(items.map((currency: any) => currency.code)).toEqual(codes);
      const lines = (await text('currency', 'list', '--tenant', 'many')).trimEnd().split('\n');
      expect(lines.slice(1).map((line) => line.slice(0, 3))).toEqual(codes);
    });
  });

  describe('API keys', () => {
    beforeAll(() => makeTenant('keys'));

    it('are shown once, work within their scopes, and stop working when revoked', async () => {
      const created = await json(
        'key',
        'create',
        '--tenant',
        'keys',
        '--scope',
        'read',
        '--label',
        'reports',
        '--reason',
        'r',
      );
      expect(created).toEqual({ id: expect.any(String), api_key: expect.any(String), scopes: ['read'] });

      const api = new Api(`${standalone.demo.base_url}/tenants/keys`, created.api_key);
      expect((await api.get('/currencies')).status).toBe(200);
      expect((await api.post('/ledgers', { name: 'L', currency: 'USD' })).status).toBe(403);

      const find = async () =>
        (await json('key', 'list', '--tenant', 'keys')).items.find((key: any) => key.id === created.id);
      const { last_used_at: _at, last_used_from: _from, ...found } = await find();
      expect(found).toEqual({
        id: created.id,
        label: 'reports',
        scopes: ['read'],
        expires_at: null,
        allowed_addresses: null,
        created_at: expect.stringMatching(ISO_TIME),
        created_by: 'operator token',
        revoked_at: null,
        revoked_by: null,
      });
      expect(await json('key', 'revoke', '--tenant', 'keys', created.id, '--reason', 'r')).toEqual({
        id: created.id,
        revoked: true,
      });
      expect((await api.get('/currencies')).status).toBe(401);
      expect(await find()).toMatchObject({ revoked_at: expect.stringMatching(ISO_TIME) });

      const list = await text('key', 'list', '--tenant', 'keys');
      expect(list).toMatch(/^ID +LABEL +SCOPES +CREATED +BY +EXPIRES +LAST USED +FROM +REVOKED\n/);
      expect(list).toMatch(
        new RegExp(`^${created.id} +reports +read +\\S+Z +operator token +- +\\S+ +\\S+ +\\S+Z$`, 'm'),
      );
      expect(list).not.toContain(created.api_key);
    });

    it('are shown to people with a warning that it is the only time', async () => {
      const shown = await text(...newKey('keys'));
      const [, id, api_key] = /\n {2}id +(\S+)\n {2}label +-\n {2}scopes +read, write\n {2}API key +(\S+)\n/.exec(
        shown,
      )!;
      expect(shown).toContain('Copy the key now. Probity does not store it and cannot show it again.');
      const api = new Api(`${standalone.demo.base_url}/tenants/keys`, api_key);
      expect((await api.post('/ledgers', { name: 'L', currency: 'USD' })).status).toBe(201);

      expect(await text('key', 'revoke', '--tenant', 'keys', id!, '--reason', 'r')).toBe(
        `Revoked API key ${id} of tenant keys; it no longer works.\n`,
      );
    });

    it('cannot be revoked if they belong to another tenant or do not exist', async () => {
      const { items } = await json('key', 'list', '--tenant', 'acme');
      const args = ['key', 'revoke', '--tenant', 'keys', items[0].id, '--reason', 'r'];
      expect(await failure(args)).toMatchObject({ code: 1, error: { code: 'not_found' } });
      expect(await json('key', 'list', '--tenant', 'acme')).toEqual({ items });
    });
  });
}
