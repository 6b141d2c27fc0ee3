import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Outcome } from './command-line';
import { CLI, UNKNOWN_ID, home, standalone, probityIn, probity, failure } from './testing/newcomer';

/** Where the command line connects, and how it reports mistakes. */
export function use(): void {
  describe('every command about a tenant', () => {
    it.each<[string[]]>([
      [['currency', 'add', '--code', 'USD', '--name', 'n', '--decimals', '2', '--reason', 'r']],
      [['currency', 'list']],
      [['key', 'create', '--scope', 'read', '--reason', 'r']],
      [['key', 'list']],
      [['key', 'revoke', '0123456789abcdef', '--reason', 'r']],
      [['ledger', 'list']],
      [['ledger', 'verify', UNKNOWN_ID]],
      [['account', 'deactivate', '--ledger', UNKNOWN_ID, UNKNOWN_ID, '--reason', 'r']],
      [['account', 'activate', '--ledger', UNKNOWN_ID, UNKNOWN_ID, '--reason', 'r']],
    ])('fails with a clear error if the tenant does not exist: %j', async (args) => {
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

    it('is set by options, the environment, the data directory, or the working directory', async () => {
      const { back_office_url: url, operator_token: token } = demo();
      const env = { PROBITY_BACK_OFFICE_URL: url, PROBITY_OPERATOR_TOKEN: token };
      const outcomes = await Promise.all([
        elsewhere({}, 'tenant', 'list', '--url', url, '--token', token),
        elsewhere({}, '--url', `${url}/`, '--token', token, 'tenant', 'list'),
        elsewhere(env, 'tenant', 'list'),
        elsewhere({ PROBITY_DATA_DIR: join(home, '.probity') }, 'tenant', 'list'),
        probityIn(home, {}, ['tenant', 'list']),
        elsewhere({ ...env, PROBITY_OPERATOR_TOKEN: 'wrong' }, 'tenant', 'list', '--token', token),
      ]);
      for (const { code, stdout, stderr } of outcomes) {
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout).toMatch(/^acme +Acme \(demo\) /m);
      }
    });

    it('must be configured', async () => {
      const { code, text, error } = await failure(['tenant', 'list'], (...args) => elsewhere({}, ...args));
      expect({ code, error: error.code }).toEqual({ code: 2, error: 'no_back_office' });
      expect(text).toContain('npm start');
      expect(text).toContain('--url and --token');
    });

    it('must be a back office that accepts the token', async () => {
      const env = { PROBITY_DATA_DIR: join(home, '.probity'), PROBITY_OPERATOR_TOKEN: 'wrong' };
      const wrong = await failure(['tenant', 'list'], (...args) => elsewhere(env, ...args));
      expect(wrong).toMatchObject({ code: 1, error: { code: 'bad_credentials' } });
      expect(wrong.text).toContain('PROBITY_TOKEN');

      const base = new URL(demo().back_office_url).origin;
      const noApi = await failure(['tenant', 'list', '--url', base]);
      expect(noApi).toMatchObject({ code: 1, error: { code: 'no_such_route' } });
      expect(noApi.text).toContain('/api/v1');
    });

    it('must respond', async () => {
      const gone = createServer();
      await new Promise<void>((ready) => gone.listen(0, '127.0.0.1', ready));
      const { port } = gone.address() as AddressInfo;
      await new Promise((closed) => gone.close(closed));
      const url = `http://127.0.0.1:${port}/api/v1`;
      const { code, text, error } = await failure([
        'projections',
        'rebuild',
        '--reason',
        'r',
        '--url',
        url,
        '--token',
        'any',
      ]);
      expect({ code, error: error.code }).toEqual({ code: 75, error: 'unreachable' });
      expect(text).toContain(url);
      expect(text).toContain('npm start');
    });
  });

  describe('how it is used', () => {
    it('is explained by help on stdout, without a back office', async () => {
      const { code, stdout, stderr } = await probityIn(join(home, 'elsewhere'), {}, ['ledger', 'verify', '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/Example:\n {2}npm run --silent probity -- ledger verify --tenant acme \S+\n/);
    });

    it('is checked: wrong commands and options exit with 2', async () => {
      const unknown = await failure(['tenant', 'destroy']);
      expect(unknown).toMatchObject({ code: 2, error: { code: 'usage' } });
      expect(unknown.text).toContain("unknown command 'destroy'");
      expect((await probity()).code).toBe(2);
      expect(await failure(['key', 'list', '--tenant', '..'])).toMatchObject({ code: 2, error: { code: 'usage' } });
    });
  });

  it.each([[['tenant', 'list']], [['tenant', 'list', '--json']], [['--help']], [['no-such-command']]])(
    'ends quietly when the reader closes the pipe: %j',
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
}
