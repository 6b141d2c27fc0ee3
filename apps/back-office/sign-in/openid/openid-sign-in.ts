import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import { isSameSecret, secretHash } from '@probity/platform/api-key';
import type { Logger } from '@probity/platform/logging';
import { TimeSource } from '@probity/platform/time-source';
import { ForgedRow } from '@probity/read-side/authentic-rows';
import { IdentityProviderQueries, type UsableProvider } from '@probity/read-side/staff/identity-provider-queries';
import { LOGGER } from '@probity/platform/logger.token';
import { Attempts } from '../attempts';
import { type ClientOfSession, type ProvedIdentity, Sessions, type StartedWithToken } from '../sessions';
import { SignInSettings } from '../sign-in-settings';
import { type AcceptedInvitation, Identities } from './identities';
import { callbackRoute, IdentityProviders } from './identity-providers';
import { type OpenidChecks, type OpenidClient, OpenidClients } from './openid-client';
import { IdentityNotAccepted, logoutTokenInvalid } from './openid-failed';

/** What a person wants at the identity provider. */
export type OpenidPurpose =
  | { kind: 'sign in' }
  | ({ kind: 'accept' } & AcceptedInvitation)
  | { kind: 'confirm'; sessionId: string; subject: string };

export interface OpenidRequest {
  providerId: string;
  purpose: OpenidPurpose;
  /** whether the person must prove again at the provider who they are */
  again: boolean;
  /** undefined: the browser itself gets the session */
  loopbackPort: number | undefined;
}

/** What is known when the person comes back; sealed until then. */
interface Sent extends OpenidRequest {
  nonce: string;
  verifier: string;
  /** ISO 8601 */
  begunAt: string;
  /** hex: the hash of the secret in the cookie of the browser */
  browser: string;
  /** hex: the hash of the secret of the program */
  program: string | undefined;
}
type Unsent = Pick<Sent, keyof OpenidRequest | 'program'>;
type Arrived = Pick<Sent, 'purpose' | 'program'> & { identity: StoredIdentity };
type StoredIdentity = Omit<ProvedIdentity, 'issuedAt' | 'provedAt'> & { issuedAt: string; provedAt: string };

/** Where a browser goes, and the secret of its cookie. */
export interface Departure {
  address: string;
  browserSecret: string;
  expiresAt: Date;
}

/** How a callback ends: with a session for the browser, with an address of a program on its machine, or with neither. */
export type Arrival = { session: StartedWithToken } | { loopback: string } | { confirmed: true };

/** Signs people in at identity providers. */
@Injectable()
export class OpenidSignIn {
  constructor(
    private readonly clients: OpenidClients,
    private readonly providers: IdentityProviders,
    private readonly queries: IdentityProviderQueries,
    private readonly identities: Identities,
    private readonly attempts: Attempts,
    private readonly sessions: Sessions,
    private readonly settings: SignInSettings,
    private readonly time: TimeSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** For a browser. @throws Refusal `identity_not_accepted`, `identity_provider_unavailable`, `rate_limited` */
  async depart(request: OpenidRequest, address: string): Promise<Departure> {
    this.settings.requireOrigin();
    return this.send({ ...request, program: undefined }, address);
  }

  /**
   * For a program, which opens the address in a browser. Only the program that has the secret can finish.
   *
   * @throws Refusal `identity_not_accepted`, `rate_limited`
   */
  async prepare(request: OpenidRequest, address: string) {
    this.settings.requireOrigin();
    await this.usable(request.providerId);
    const finishSecret = randomBytes(32).toString('base64url');
    const unsent: Unsent = { ...request, program: secretHash(finishSecret).toString('hex') };
    const { secret, expiresAt } = await this.attempts.begin('open the identity provider', address, unsent);
    return { address: this.settings.addressOf(`sign-in/oidc/open?attempt=${secret}`)!, finishSecret, expiresAt };
  }

  /** What the browser does with the address of a program. */
  async open(secret: string, address: string): Promise<Departure & { providerId: string }> {
    const unsent = await this.attempts.take<Unsent>('open the identity provider', secret);
    if (!unsent) throw new IdentityNotAccepted('the address was opened before, or expired');
    return { ...(await this.send(unsent, address)), providerId: unsent.providerId };
  }

  /**
   * The browser comes back.
   *
   * @param query of the request
   * @param browserSecret of the cookie
   * @throws Refusal `identity_not_accepted`, `identity_provider_unavailable`, `invitation_invalid`, `identity_taken`
   */
  async arrive(
    providerId: string,
    query: string,
    browserSecret: string | undefined,
    client: ClientOfSession,
  ): Promise<Arrival> {
    const [state = '', ...more] = new URLSearchParams(query).getAll('state');
    const sent =
      more.length > 0 ? undefined : await this.attempts.take<Sent>('return from the identity provider', state);
    if (!sent) throw new IdentityNotAccepted('the state is unknown, used or expired');
    if (browserSecret === undefined || !isSameSecret(browserSecret, Buffer.from(sent.browser, 'hex'))) {
      throw new IdentityNotAccepted('another browser began the sign-in');
    }
    if (sent.providerId !== providerId) throw new IdentityNotAccepted('the sign-in was begun with another provider');
    const provider = await this.usable(providerId);
    const checks = this.checksOf(sent, state);
    const identity = await this.clients.identity(await this.clientOf(provider), query, checks);
    if (sent.loopbackPort === undefined) return this.conclude(sent.purpose, provider, identity, client);
    const { purpose, program } = sent;
    const arrived = { purpose, program, identity };
    const { secret } = await this.attempts.begin('finish in a program', client.address, arrived);
    return { loopback: `http://127.0.0.1:${sent.loopbackPort}/?code=${secret}` };
  }

  /** The program gets its session. @throws Refusal as `arrive` */
  async finish(code: string, finishSecret: string, client: ClientOfSession): Promise<StartedWithToken> {
    const arrived = await this.attempts.take<Arrived>('finish in a program', code);
    if (!arrived?.program || !isSameSecret(finishSecret, Buffer.from(arrived.program, 'hex'))) {
      throw new IdentityNotAccepted('the code is unknown, used, expired, or of another program');
    }
    const { purpose, identity: stored } = arrived;
    const identity = { ...stored, issuedAt: new Date(stored.issuedAt), provedAt: new Date(stored.provedAt) };
    const concluded = await this.conclude(purpose, await this.usable(identity.providerId), identity, client);
    if (!('session' in concluded)) throw new Error('a program cannot confirm a session');
    return concluded.session;
  }

  /** Carries out a logout token, and returns how many sessions it ended. @throws Refusal `identity_not_accepted`, `logout_token_invalid` */
  async logOut(providerId: string, token: string): Promise<number> {
    const logout = await this.clients.logout(await this.clientOf(await this.usable(providerId)), token);
    const ended = await this.sessions.endOfProvider(logout);
    if (ended === undefined) throw logoutTokenInvalid('it was used before');
    this.logger.info({ identity_provider: providerId, sessions: ended }, 'an identity provider ended sessions');
    return ended;
  }

  private async send(unsent: Unsent, address: string): Promise<Departure> {
    const provider = await this.usable(unsent.providerId);
    const browserSecret = randomBytes(32).toString('base64url');
    const sent: Sent = {
      ...unsent,
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
      begunAt: this.time.now().toISOString(),
      browser: secretHash(browserSecret).toString('hex'),
    };
    const { secret, expiresAt } = await this.attempts.begin('return from the identity provider', address, sent);
    const checks = this.checksOf(sent, secret);
    const url = await this.clients.authorizationUrl(await this.clientOf(provider), checks);
    return { address: url.href, browserSecret, expiresAt };
  }

  private checksOf({ providerId, nonce, verifier, again, begunAt }: Sent, state: string): OpenidChecks {
    const redirectUri = this.settings.requireOrigin() && this.settings.addressOf(callbackRoute(providerId))!;
    return { state, nonce, verifier, redirectUri, ...(again && { notBefore: new Date(begunAt) }) };
  }

  private async conclude(
    purpose: OpenidPurpose,
    provider: UsableProvider,
    identity: ProvedIdentity,
    client: ClientOfSession,
  ): Promise<{ session: StartedWithToken } | { confirmed: true }> {
    if (purpose.kind === 'confirm') {
      if (purpose.subject !== identity.subject) throw new IdentityNotAccepted('another person confirmed the session');
      await this.identities.account(provider, identity);
      await this.sessions.confirm(purpose.sessionId, identity.provedAt);
      return { confirmed: true };
    }
    if (purpose.kind === 'accept') await this.identities.accept(provider, identity, purpose);
    const verified = await this.identities.account(provider, identity);
    const session = await this.sessions.start(
      { ...verified, proof: { method: 'identity_provider', identity } },
      client,
    );
    if (!session)
      throw new IdentityNotAccepted('the account or the provider changed, or the provider ended the session');
    this.logger.info({ account: verified.accountId, client: client.address }, 'a person signed in');
    return { session };
  }

  private clientOf(provider: UsableProvider): Promise<OpenidClient> {
    return this.providers.clientOf(provider).catch((cause: unknown) => {
      if (!(cause instanceof ForgedRow)) throw cause;
      throw new IdentityNotAccepted(cause.message, cause);
    });
  }

  private async usable(providerId: string): Promise<UsableProvider> {
    const provider = await this.queries.usable(providerId);
    if (!provider) throw new IdentityNotAccepted('the identity provider is unknown, or was removed');
    return provider;
  }
}
