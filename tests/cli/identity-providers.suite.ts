import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../apps/cli/run';
import { Browser } from '../../testing/openid/browser';
import { CLIENT_ID, CLIENT_SECRET } from '../../testing/openid/certified-provider';
import { HostileProvider } from '../../testing/openid/hostile-provider';
import { backOffice, failure, home, json, makeTenant, standalone, text } from './testing/newcomer';

const WHY = ['--reason', 'a test'];
const ADDRESS = /^ {2}(https:\S+)$/m;

/** Identity providers, and signing in with them from the command line. */
export function identityProviders(): void {
  describe('identity providers', () => {
    let provider: HostileProvider;
    beforeAll(async () => {
      provider = await HostileProvider.start(() => new Date());
    });
    afterAll(() => provider?.stop());

    const set = async (...where: string[]): Promise<any> => {
      const file = join(home, 'client-secret.txt');
      writeFileSync(file, `${CLIENT_SECRET}\n`);
      const client = ['--issuer', provider.issuer, '--client-id', CLIENT_ID, '--secret-file', file];
      return json(...where, ...client, '--name', 'Bank login', ...WHY);
    };

    it.each<[string, string[], string[], string[]]>([
      [
        'of a tenant',
        ['identity-provider', 'set', '--tenant', 'with-login'],
        ['identity-provider', 'list', '--tenant', 'with-login'],
        ['identity-provider', 'remove', '--tenant', 'with-login'],
      ],
      [
        'of the installation',
        ['operators', 'set-identity-provider'],
        ['operators', 'list-identity-providers'],
        ['operators', 'remove-identity-provider'],
      ],
    ])('%s are set, listed and removed, without their secrets', async (_, setting, listing, removing) => {
      if (setting.includes('with-login')) await makeTenant('with-login');
      const { id, ...shown } = await set(...setting);
      expect(shown).toMatchObject({ issuer: provider.issuer, has_client_secret: true });
      expect(shown.redirect_uri).toMatch(new RegExp(`/sign-in/oidc/${id}/callback$`));
      const table = await text(...listing);
      expect(table).toMatch(new RegExp(`${id} +Bank login +${provider.issuer} +${CLIENT_ID} +yes`));
      expect(table).not.toContain(CLIENT_SECRET);
      await text(...removing, id, ...WHY);
      expect(await text(...listing)).toBe('There are no identity providers.\n');
    });

    it('of addresses that staff must not reach are rejected', async () => {
      const client = ['--client-id', 'c', '--name', 'n', ...WHY];
      const args = ['operators', 'set-identity-provider', '--issuer', 'https://169.254.169.254', ...client];
      expect(await failure(args)).toMatchObject({ error: { code: 'unsafe_url' } });
    });

    it('sign people in with a browser that brings a code back to this machine', async () => {
      await makeTenant('signed-in');
      const { id } = await set('identity-provider', 'set', '--tenant', 'signed-in');
      const person = { name: 'Jane', email: 'jane@cli.example', roles: ['auditor'], reason: 'a test' };
      const invited = await backOffice.post('/tenants/signed-in/staff/people', person);
      const browser = new Browser({ url: backOffice.baseUrl });
      const start = { provider_id: id, invitation: invited.body.data.invitation };
      const { address } = (await browser.call('POST', '/sign-in/oidc/start', start)).body.data;
      expect((await browser.open(await browser.toCallback(address))).status).toBe(303);

      const env = { XDG_CONFIG_HOME: join(home, 'config'), PROBITY_BACK_OFFICE_URL: standalone.demo.back_office_url };
      const page = await commandWithBrowser(['sign-in', '--provider', id, '--again'], env);
      expect(page).toBe('You can close this page and return to the command line.\n');
      let stdout = '';
      const output = { write: (more: string) => (stdout += more) };
      await run(['whoami', '--json'], { env, stdout: output, stderr: output });
      expect(JSON.parse(stdout)).toMatchObject({ name: 'Jane', method: 'identity_provider' });
    });

    it('are an alternative to an email, and not both', async () => {
      for (const args of [[], ['--email', 'a@bank.example', '--provider', 'p']]) {
        const { code, error } = await failure(['sign-in', ...args]);
        expect([code, error.message]).toEqual([2, 'give one of --email, --provider and --demo']);
      }
    });
  });

  /** Runs a command, opens the address that it prints, and returns the page that the browser ends at. */
  async function commandWithBrowser(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
    let stderr = '';
    let page: Promise<string> | undefined;
    const open = async (address: string): Promise<string> => {
      const browser = new Browser({ url: backOffice.baseUrl });
      const back = await browser.open(await browser.toCallback(address));
      const loopback = back.headers.get('location')!;
      expect((await fetch(new URL('/?code=x', loopback))).status).toBe(404);
      return (await fetch(loopback)).text();
    };
    const write = (more: string): void => {
      stderr += more;
      const address = ADDRESS.exec(stderr)?.[1];
      if (address !== undefined) page ??= open(address);
    };
    const surroundings = { env, stdout: { write: () => undefined }, stderr: { write }, exitCode: undefined };
    await run(args, surroundings);
    expect([surroundings.exitCode ?? 0, stderr]).toEqual([0, expect.stringMatching(ADDRESS)]);
    return page!;
  }
}
