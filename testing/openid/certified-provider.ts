import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import type Provider from 'oidc-provider';

export const CLIENT_ID = 'probity';
export const CLIENT_SECRET = 'the secret of the client of these tests, long enough';

/** How long a code of the provider is valid. */
export const CODE_LIFE_S = 60;

export interface Addresses {
  redirect_uri: string;
  logout_uri: string;
}

/** A server of this machine whose address is known before its handler. */
export async function startServer(): Promise<{
  url: string;
  handle(by: RequestListener): void;
  stop(): Promise<void>;
}> {
  let handler: RequestListener = (_, response) => response.writeHead(503).end();
  const server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handle: (by) => (handler = by),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The package `oidc-provider`, which is certified by the OpenID Foundation, with one client: Probity. */
export class CertifiedProvider {
  /** who signs in next */
  person = 'jane';
  /** the pages that were shown to people, in order */
  readonly prompts: string[] = [];
  private provider: Provider;

  private constructor(
    private readonly server: Awaited<ReturnType<typeof startServer>>,
    private readonly toOffice: (url: string, options: RequestInit) => Promise<Response>,
  ) {}

  /** @param toOffice sends requests of the provider to the back office */
  static async start(toOffice: (url: string, options: RequestInit) => Promise<Response>): Promise<CertifiedProvider> {
    return new CertifiedProvider(await startServer(), toOffice);
  }

  get issuer(): string {
    return this.server.url;
  }

  /** Makes Probity its client. */
  async register({ redirect_uri, logout_uri }: Addresses): Promise<void> {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = { ...(await exportJWK(privateKey)), kid: 'one', use: 'sig', alg: 'ES256' };
    // It would warn of what does not matter in tests, such as that it keeps its data in memory.
    for (const method of ['warn', 'info'] as const) jest.spyOn(console, method).mockImplementation(() => {});
    const { default: CertifiedPackage } = await import('oidc-provider');
    this.provider = new CertifiedPackage(this.issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [redirect_uri],
          id_token_signed_response_alg: 'ES256',
          backchannel_logout_uri: logout_uri,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [jwk] },
      cookies: { keys: [randomBytes(32).toString('hex')] },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: { enabled: true },
      },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, email: 'a@claim.example' }),
      }),
      // People agreed already.
      loadExistingGrant: async ({
        oidc,
      }: {
        oidc: { session: { accountId: string }; client: { clientId: string } };
      }) => {
        const grant = new this.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope('openid');
        await grant.save();
        return grant;
      },
      pkce: { required: () => true },
      ttl: { AuthorizationCode: CODE_LIFE_S },
      // Without its own connections, which refuse the addresses of this machine.
      fetch: (url: string, { method, headers, body }: RequestInit) => this.toOffice(url, { method, headers, body }),
    });
    const handle = this.provider.callback();
    this.server.handle((request, response) => {
      void (request.url!.startsWith('/interaction/') ? this.logIn(request, response) : handle(request, response));
    });
  }

  private async logIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt } = await this.provider.interactionDetails(request, response);
    this.prompts.push(prompt.name);
    await this.provider.interactionFinished(request, response, { login: { accountId: this.person } });
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}
