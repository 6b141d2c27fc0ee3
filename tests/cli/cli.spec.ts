import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { Api } from '../../testing/api';
import { StandaloneProcess } from '../../testing/standalone-process';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { temporaryFolder } from '../../testing/test-postgres';

const CLI = resolve(__dirname, '..', '..', 'dist', 'apps', 'cli', 'main.js');
const UNKNOWN_ID = '0199d5a0-0000-7000-8000-000000000000';
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

describe('the command line', () => {
  let home: string;
  let database: TestDatabase;
  let standalone: StandaloneProcess;
  let backOffice: Api;

  beforeAll(async () => {
    home = temporaryFolder('probity-cli-');
    mkdirSync(join(home, 'elsewhere'));
    database = await createTestDatabase();
    standalone = await StandaloneProcess.start(join(home, '.probity'), { DATABASE_URL: database.url });
    backOffice = new Api(standalone.demo.back_office_url, standalone.demo.operator_token);
  });

  afterAll(async () => {
    await standalone?.stop();
    await database?.drop();
    rmSync(home, { recursive: true, force: true });
  });

  /** Runs the command line as a user would; nothing that it prints may ever hold the operator token. */
  async function probityIn(cwd: string, env: NodeJS.ProcessEnv, args: string[]): Promise<Outcome> {
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const outcome: Outcome = { code: null, stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text));
    outcome.code = await new Promise((closed) => child.once('close', closed));
    expect(outcome.stdout + outcome.stderr).not.toContain(standalone.demo.operator_token);
    return outcome;
  }

  /** In the folder from which Probity was started, with nothing set: as a newcomer has it. */
  const probity = (...args: string[]): Promise<Outcome> => probityIn(home, {}, args);

  /** The text of a command that must succeed without a word on stderr. */
  async function text(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await probity(...args);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
    return stdout;
  }

  /** The object of a command that must succeed; it must be all that is printed, on one line. */
  async function json<Body = any>(...args: string[]): Promise<Body> {
    const stdout = await text(...args, '--json');
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    return JSON.parse(stdout) as Body;
  }

  /** Both forms of a failure: what a person sees, and the object for machines. */
  async function failure(args: string[], run = probity): Promise<{ code: number | null; text: string; error: any }> {
    const [human, machine] = await Promise.all([run(...args), run(...args, '--json')]);
    expect([human.stdout, machine.stdout]).toEqual(['', '']);
    expect(machine.code).toBe(human.code);
    expect(human.stderr).toMatch(/^probity: /);
    expect(human.stderr).not.toMatch(/\n +at /); // no stack
    const error = JSON.parse(machine.stderr);
    expect(Object.keys(error).sort()).toEqual(['code', 'message', 'status']);
    expect(error.status).toBe('error');
    expect(human.stderr).toContain(error.message);
    return { code: human.code, text: human.stderr, error };
  }

  /** A tenant with USD, made through the command line. */
  async function makeTenant(slug: string): Promise<void> {
    await text('tenant', 'create', '--slug', slug, '--name', `Tenant ${slug}`);
    await text('currency', 'add', '--tenant', slug, '--code', 'USD', '--name', 'US Dollar', '--decimals', '2');
  }

  /** A ledger with two accounts and three postings, made through the public API. */
  async function makeLedger(slug: string) {
    const { api_key } = await json('key', 'create', '--tenant', slug, '--scope', 'read', '--scope', 'write');
    const api = new Api(`${standalone.demo.base_url}/tenants/${slug}`, api_key);
    const ledger = (await api.post('/ledgers', { name: 'Customer funds', currency: 'USD' })).body.data;
    const open = async (code: string, account_type: string): Promise<string> =>
      (await api.post(`/ledgers/${ledger.id}/accounts`, { code, name: code, account_type })).body.id;
    const cash = await open(`${slug}-cash`, 'asset');
    const deposits = await open(`${slug}-deposits`, 'liability');
    const post = (reference: string) =>
      api.post('/postings', {
        ledger_id: ledger.id,
        currency: 'USD',
        reference,
        entries: [
          { account_id: cash, debit: '100' },
          { account_id: deposits, credit: '100' },
        ],
      });
    const posted: { transaction_hash: string }[] = [];
    for (const reference of ['first', 'second', 'third']) {
      const { status, body } = await post(reference);
      expect(status).toBe(201);
      posted.push(body.data.transaction);
    }
    return { api, id: ledger.id as string, cash, post, posted };
  }

  describe('tenants', () => {
    it('are created and listed', async () => {
      const created = await json('tenant', 'create', '--slug', 'bank', '--name', 'Bank');
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
      expect(await text('tenant', 'create', '--slug', 'confirmed', '--name', 'C')).toMatch(
        /^Created tenant confirmed with the id \S+\.\n$/,
      );
    });

    it('are refused with the reason of the back office', async () => {
      const taken = await failure(['tenant', 'create', '--slug', 'acme', '--name', 'Another']);
      expect(taken).toMatchObject({ code: 1, error: { code: 'slug_taken', message: expect.stringContaining('acme') } });
      const malformed = await failure(['tenant', 'create', '--slug', 'No Slug', '--name', 'N']);
      expect(malformed).toMatchObject({ code: 1, error: { message: expect.stringContaining('slug must be') } });
    });

    it('cannot do anything to the terminal by their names', async () => {
      await text('tenant', 'create', '--slug', 'odd', '--name', 'two\nlines\u001b[31m');
      const list = await text('tenant', 'list');
      expect(list).toContain('two\\u{a}lines\\u{1b}[31m');
      expect(list).not.toContain('\u001b');
    });
  });

  describe('currencies', () => {
    it('are added, renamed and listed', async () => {
      await text('tenant', 'create', '--slug', 'coins', '--name', 'Coins');
      expect(await text('currency', 'list', '--tenant', 'coins')).toBe('Tenant coins has no currencies.\n');
      const add = ['currency', 'add', '--tenant', 'coins', '--code', 'USD', '--decimals', '2', '--name'];
      expect(await text(...add, 'US Dollar')).toBe('Tenant coins can use USD (US Dollar, 2 decimals).\n');
      const renamed = { code: 'USD', name: 'Dollar', minor_unit_decimals: 2 };
      expect(await json(...add, 'Dollar')).toEqual(renamed);
      expect(await json('currency', 'list', '--tenant', 'coins')).toEqual({ items: [renamed] });
      expect(await text('currency', 'list', '--tenant', 'coins')).toBe(
        'CODE  NAME    DECIMALS\nUSD   Dollar         2\n',
      );
    });

    it('keep their decimals', async () => {
      const args = ['currency', 'add', '--tenant', 'acme', '--code', 'JPY', '--name', 'Yen', '--decimals', '2'];
      expect(await failure(args)).toMatchObject({ code: 1, error: { code: 'decimals_fixed' } });
    });

    it('are listed to the last page', async () => {
      await text('tenant', 'create', '--slug', 'many', '--name', 'Many');
      const letter = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index);
      const codes = Array.from(
        { length: 205 },
        (_, index) => `X${letter(Math.floor(index / 26))}${letter(index % 26)}`,
      );
      for (const code of codes) {
        const body = { code, name: code, minor_unit_decimals: 0 };
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

    it('are shown once, work within their scopes, and not once they are revoked', async () => {
      const created = await json('key', 'create', '--tenant', 'keys', '--scope', 'read', '--label', 'reports');
      expect(created).toEqual({ id: expect.any(String), api_key: expect.any(String), scopes: ['read'] });

      const api = new Api(`${standalone.demo.base_url}/tenants/keys`, created.api_key);
      expect((await api.get('/currencies')).status).toBe(200);
      expect((await api.post('/ledgers', { name: 'L', currency: 'USD' })).status).toBe(403);

      const find = async () =>
        (await json('key', 'list', '--tenant', 'keys')).items.find((key: any) => key.id === created.id);
      expect(await find()).toEqual({
        id: created.id,
        label: 'reports',
        scopes: ['read'],
        created_at: expect.stringMatching(ISO_TIME),
        revoked_at: null,
      });
      expect(await json('key', 'revoke', '--tenant', 'keys', created.id)).toEqual({ id: created.id, revoked: true });
      expect((await api.get('/currencies')).status).toBe(401);
      expect(await find()).toMatchObject({ revoked_at: expect.stringMatching(ISO_TIME) });

      const list = await text('key', 'list', '--tenant', 'keys');
      expect(list).toMatch(/^ID +LABEL +SCOPES +CREATED +REVOKED\n/);
      expect(list).toMatch(new RegExp(`^${created.id} +reports +read +\\S+Z +\\S+Z$`, 'm'));
      expect(list).not.toContain(created.api_key);
    });

    it('are shown to people with a warning that it is the only time', async () => {
      const shown = await text('key', 'create', '--tenant', 'keys', '--scope', 'read', '--scope', 'write');
      const [, id, api_key] = /\n {2}id +(\S+)\n {2}label +-\n {2}scopes +read, write\n {2}API key +(\S+)\n/.exec(
        shown,
      )!;
      expect(shown).toContain('the only time the key is seen');
      const api = new Api(`${standalone.demo.base_url}/tenants/keys`, api_key);
      expect((await api.post('/ledgers', { name: 'L', currency: 'USD' })).status).toBe(201);

      expect(await text('key', 'revoke', '--tenant', 'keys', id!)).toBe(
        `Revoked API key ${id} of tenant keys; it no longer works.\n`,
      );
    });

    it('of another tenant, or none, cannot be revoked', async () => {
      const { items } = await json('key', 'list', '--tenant', 'acme');
      const args = ['key', 'revoke', '--tenant', 'keys', items[0].id];
      expect(await failure(args)).toMatchObject({ code: 1, error: { code: 'not_found' } });
      expect(await json('key', 'list', '--tenant', 'acme')).toEqual({ items });
    });
  });

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
        verified_at: expect.stringMatching(ISO_TIME),
      });
      expect(await text('ledger', 'verify', '--tenant', 'books', ledger.id)).toBe(
        `Ledger ${ledger.id} is intact.\n\n  transactions   3\n  head position  3\n  head hash      ${hash}\n`,
      );
    });

    it('that are broken end with 1, the first broken position and the failed check', async () => {
      await makeTenant('forged');
      const ledger = await makeLedger('forged');
      await database.owner.transaction(async (sql) => {
        await sql.query('SET LOCAL session_replication_role = replica'); // passes the trigger that refuses changes
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
      expect(people.stdout).toMatch(/\n {2}transactions that hold +1 of 3\n {2}last good position +1\n/);

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

    it('that do not exist cannot be verified', async () => {
      const absent = await failure(['ledger', 'verify', '--tenant', 'books', UNKNOWN_ID]);
      expect(absent).toMatchObject({ code: 1, error: { code: 'not_found' } });
      const malformed = await failure(['ledger', 'verify', '--tenant', 'books', 'no-uuid']);
      expect(malformed).toMatchObject({ code: 1, error: { code: 'bad_uuid' } });
    });

    it('close and open accounts', async () => {
      await makeTenant('doors');
      const { id, cash, post } = await makeLedger('doors');
      const where = ['--tenant', 'doors', '--ledger', id, cash];
      expect(await json('account', 'deactivate', ...where)).toEqual({ account_id: cash, is_active: false });
      expect((await post('while closed')).status).toBe(400);
      expect(await json('account', 'activate', ...where)).toEqual({ account_id: cash, is_active: true });
      expect((await post('open again')).status).toBe(201);
      expect(await text('account', 'deactivate', ...where)).toBe(`Account ${cash} is closed to further postings.\n`);
      expect(await text('account', 'activate', ...where)).toBe(`Account ${cash} is open to postings.\n`);

      const absent = await failure(['account', 'activate', '--tenant', 'doors', '--ledger', id, UNKNOWN_ID]);
      expect(absent).toMatchObject({ code: 1, error: { code: 'not_found' } });
    });

    it('are mended by a rebuild of the projections', async () => {
      await makeTenant('mended');
      const { id } = await makeLedger('mended');
      await database.owner.query('DELETE FROM ledger.transactions WHERE ledger_id = $1', [id]);
      await database.owner.query("UPDATE back_office.tenants SET name = 'lost' WHERE slug = 'mended'");
      expect((await probity('ledger', 'verify', '--tenant', 'mended', id)).code).toBe(1);

      const rebuilt = await json('projections', 'rebuild');
      expect(rebuilt).toMatchObject({ done: true });
      expect(rebuilt.streams).toBeGreaterThanOrEqual(1);
      expect(rebuilt.streams_done).toBe(rebuilt.streams);
      expect(rebuilt.events).toBeGreaterThanOrEqual(6);
      expect((await json('ledger', 'verify', '--tenant', 'mended', id)).verified).toBe(true);
      expect(await text('tenant', 'list')).toMatch(/^mended +Tenant mended /m);
      expect(await text('projections', 'rebuild')).toMatch(
        /^Rebuilt the projections of [\d,]+ ledgers? from [\d,]+ events\.\n$/,
      );
    });
  });

  describe('every command about a tenant', () => {
    it.each<[string[]]>([
      [['currency', 'add', '--code', 'USD', '--name', 'n', '--decimals', '2']],
      [['currency', 'list']],
      [['key', 'create', '--scope', 'read']],
      [['key', 'list']],
      [['key', 'revoke', '0123456789abcdef']],
      [['ledger', 'list']],
      [['ledger', 'verify', UNKNOWN_ID]],
      [['account', 'deactivate', '--ledger', UNKNOWN_ID, UNKNOWN_ID]],
      [['account', 'activate', '--ledger', UNKNOWN_ID, UNKNOWN_ID]],
    ])('says when there is no such tenant: %j', async (args) => {
      const { code, error } = await failure([...args, '--tenant', 'nobody']);
      expect({ code, error }).toEqual({
        code: 1,
        error: { status: 'error', code: 'not_found', message: 'tenant nobody was not found' },
      });
      expect(await probity(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining("'--tenant <slug>'") });
    });
  });

  describe('where it connects', () => {
    const elsewhere = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Outcome> =>
      probityIn(join(home, 'elsewhere'), env, args);
    const demo = () => standalone.demo;

    it('can be said with options, with the environment, or by the data directory', async () => {
      const { back_office_url: url, operator_token: token } = demo();
      const env = { PROBITY_BACK_OFFICE_URL: url, PROBITY_OPERATOR_TOKEN: token };
      const outcomes = await Promise.all([
        elsewhere({}, 'tenant', 'list', '--url', url, '--token', token),
        elsewhere({}, '--url', `${url}/`, '--token', token, 'tenant', 'list'),
        elsewhere(env, 'tenant', 'list'),
        elsewhere({ PROBITY_DATA_DIR: join(home, '.probity') }, 'tenant', 'list'),
        elsewhere({ ...env, PROBITY_OPERATOR_TOKEN: 'wrong' }, 'tenant', 'list', '--token', token),
      ]);
      for (const { code, stdout, stderr } of outcomes) {
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout).toMatch(/^acme +Acme \(demo\) /m);
      }
    });

    it('must be known', async () => {
      const { code, text, error } = await failure(['tenant', 'list'], (...args) => elsewhere({}, ...args));
      expect({ code, error: error.code }).toEqual({ code: 1, error: 'no_back_office' });
      expect(text).toContain('npm start');
      expect(text).toContain('--url and --token');
    });

    it('must be the back office of the operator', async () => {
      const env = { PROBITY_DATA_DIR: join(home, '.probity'), PROBITY_OPERATOR_TOKEN: 'wrong' };
      const wrong = await failure(['tenant', 'list'], (...args) => elsewhere(env, ...args));
      expect(wrong).toMatchObject({ code: 1, error: { code: 'bad_operator_token' } });
      expect(wrong.text).toContain('PROBITY_OPERATOR_TOKEN');

      const base = new URL(demo().back_office_url).origin;
      const noApi = await failure(['tenant', 'list', '--url', base]);
      expect(noApi).toMatchObject({ code: 1, error: { code: 'no_such_route' } });
      expect(noApi.text).toContain('/api/v1');
    });

    it('must answer', async () => {
      const gone = createServer();
      await new Promise<void>((ready) => gone.listen(0, '127.0.0.1', ready));
      const { port } = gone.address() as AddressInfo;
      await new Promise((closed) => gone.close(closed));
      const url = `http://127.0.0.1:${port}/api/v1`;
      const { code, text, error } = await failure(['projections', 'rebuild', '--url', url, '--token', 'any']);
      expect({ code, error: error.code }).toEqual({ code: 1, error: 'unreachable' });
      expect(text).toContain(url);
      expect(text).toContain('npm start');
    });
  });

  describe('how it is used', () => {
    it('is explained on stdout, without a back office', async () => {
      const { code, stdout, stderr } = await probityIn(join(home, 'elsewhere'), {}, ['ledger', 'verify', '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/Example:\n {2}npm run --silent probity -- ledger verify --tenant bank \S+\n/);
    });

    it('matters: mistakes end with 2', async () => {
      const unknown = await failure(['tenant', 'destroy']);
      expect(unknown).toMatchObject({ code: 2, error: { code: 'usage' } });
      expect(unknown.text).toContain("unknown command 'destroy'");
      expect((await probity()).code).toBe(2);
      expect(await failure(['key', 'list', '--tenant', '..'])).toMatchObject({ code: 2, error: { code: 'usage' } });
    });
  });

  it.each([[['tenant', 'list']], [['tenant', 'list', '--json']], [['--help']], [['no-such-command']]])(
    'ends quietly when nobody reads on: %j',
    async (args) => {
      const child = spawn(process.execPath, [CLI, ...args], {
        cwd: home,
        env: { PATH: process.env.PATH },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout.destroy();
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      const code = await new Promise((closed) => child.once('close', closed));
      const isMistake = args.includes('no-such-command');
      expect(code).toBe(isMistake ? 2 : 0);
      expect(stderr).toMatch(isMistake ? /^probity: unknown command/ : /^$/);
    },
  );
});
