import type { OnModuleDestroy } from '@nestjs/common';
import { createRemoteJWKSet, customFetch as keyFetch, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import * as openid from 'openid-client';
import type { TimeSource } from '@probity/platform/time-source';
import { isObject } from '@probity/platform/is-object';
import { BadTarget } from '@probity/targets/bad-target';
import { checkUrl } from '@probity/targets/check-url';
import type { ResolveName } from '@probity/targets/resolve-target';
import type { TargetPolicy } from '@probity/targets/target-policy';
import type { ProvedIdentity, ProviderLogout } from '../sessions';
import { IdentityNotAccepted, logoutTokenInvalid, providerUnavailable, whyUnreachable } from './openid-failed';
import { type SafeFetch, safeFetch } from './safe-fetch';

/** Asymmetric signatures only: with others, the secret of the client would be a key. */
export const SIGNATURES = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** How far the clocks of Probity and of a provider may differ. */
const TOLERANCE_S = 30;
/** A person who signed in at the provider longer ago must do it again. */
const MAX_AGE_S = 12 * 3_600;
const TIMEOUT_S = 5;
const MAX_TEXT = 255;
/** How long a discovery document is used, and how long a failed discovery is not repeated. */
const KNOWN_MS = 10 * 60_000;
const FAILED_MS = 5_000;
const MAX_PROVIDERS = 500;
/** A logout token is for now; RFC 8417 tokens may have a long life. */
const MAX_LOGOUT_AGE_S = 300;
/** Not every provider names the type, but none may name that of another kind of token. */
const LOGOUT_TYPES: (string | undefined)[] = ['logout+jwt', 'jwt', undefined];
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Longer than an attempt to sign in lives, which it must prevent. */
const REMEMBER_LOGOUT_S = 20 * 60;

/** Probity as a client of an identity provider. */
export interface OpenidClient {
  providerId: string;
  issuer: string;
  clientId: string;
  /** undefined: a public client */
  clientSecret: string | undefined;
}

/** What was sent to the provider and must come back. */
export interface OpenidChecks {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
  /** the person must have proved who they are after this time */
  notBefore?: Date;
}

interface Discovered {
  metadata: openid.ServerMetadata;
  keys: ReturnType<typeof createRemoteJWKSet>;
  /** of the library for sign-ins */
  keyCache?: openid.ExportedJWKSCache;
}

/** Speaks OpenID Connect with identity providers: authorization code flow with PKCE, and back-channel logout. */
export class OpenidClients implements OnModuleDestroy {
  /** by provider, whose issuer never changes */
  private readonly discovered = new LRUCache<string, Promise<Discovered>>({ max: MAX_PROVIDERS });
  private readonly fetch: SafeFetch;
  private readonly stop: () => Promise<void>;

  constructor(
    private readonly policy: TargetPolicy,
    resolve: ResolveName,
    private readonly time: TimeSource,
  ) {
    ({ fetch: this.fetch, stop: this.stop } = safeFetch(policy, resolve));
  }

  /** Ends its connections. */
  onModuleDestroy(): Promise<void> {
    return this.stop();
  }

  /**
   * Where the browser goes.
   *
   * @throws Refusal `identity_provider_unavailable`
   */
  async authorizationUrl(client: OpenidClient, checks: OpenidChecks): Promise<URL> {
    const found = await this.discover(client);
    return openid.buildAuthorizationUrl(this.configuration(client, found), {
      redirect_uri: checks.redirectUri,
      scope: 'openid',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      max_age: checks.notBefore ? '0' : String(MAX_AGE_S),
      ...(checks.notBefore && { prompt: 'login' }),
    });
  }

  /**
   * Exchanges the code of a callback, and checks the id token.
   *
   * @param query of the callback
   * @throws Refusal `identity_provider_unavailable`, `identity_not_accepted`
   */
  async identity(client: OpenidClient, query: string, checks: OpenidChecks): Promise<ProvedIdentity> {
    const found = await this.discover(client);
    const configuration = this.configuration(client, found);
    const callback = new URL(`${checks.redirectUri}?${query}`);
    const tokens = await openid
      .authorizationCodeGrant(configuration, callback, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        ...(checks.notBefore && { maxAge: MAX_AGE_S }),
        idTokenExpected: true,
      })
      .catch((error: unknown) => {
        throw asRefusal(error);
      })
      .finally(() => (found.keyCache = openid.getJwksCache(configuration)));
    return this.proved(client, tokens.claims()!, checks);
  }

  /**
   * Checks a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6).
   *
   * @throws Refusal `identity_provider_unavailable`, `logout_token_invalid`
   */
  async logout(client: OpenidClient, token: string): Promise<ProviderLogout> {
    const { keys } = await this.discover(client);
    const currentDate = this.time.now();
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: client.issuer,
      audience: client.clientId,
      algorithms: SIGNATURES,
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge: MAX_LOGOUT_AGE_S,
      clockTolerance: TOLERANCE_S,
      currentDate,
    }).catch((error: Error) => {
      const why = whyUnreachable(error);
      throw why ? providerUnavailable(why, error) : logoutTokenInvalid(error.message, error);
    });
    const { sub: subject = null, sid: session = null, jti, iat, exp = 0, nonce, events } = payload;
    const says = isObject(events) && isObject(events[LOGOUT_EVENT]);
    const isTyped = LOGOUT_TYPES.includes(protectedHeader.typ?.toLowerCase());
    if (!isTyped || !says || nonce !== undefined || (subject === null && session === null)) {
      throw logoutTokenInvalid('it is not for a logout');
    }
    if (![jti, subject, session].every((text) => text === null || isShort(text))) {
      throw logoutTokenInvalid('its jti, sub or sid is no text, or too long');
    }
    const until = Math.max(exp, currentDate.getTime() / 1_000 + REMEMBER_LOGOUT_S);
    return {
      providerId: client.providerId,
      tokenId: jti!,
      subject,
      session: session as string | null,
      issuedAt: dateOf(iat!),
      expiresAt: dateOf(Math.min(until, currentDate.getTime() / 1_000 + 24 * 3_600)),
    };
  }

  private proved({ providerId }: OpenidClient, claims: JWTPayload, { notBefore }: OpenidChecks): ProvedIdentity {
    const { sub: subject, iat, auth_time, sid = null } = claims;
    if (!isShort(subject) || (sid !== null && !isShort(sid))) {
      throw new IdentityNotAccepted('the id token has a sub or sid that is no text or too long');
    }
    const latest = this.time.now().getTime() / 1_000 + TOLERANCE_S;
    // Not every provider sends auth_time. Without it, nothing is known about when the person proved who they are.
    const at = typeof auth_time === 'number' ? auth_time : undefined;
    if (iat! > latest || (at ?? 0) > latest) throw new IdentityNotAccepted('the id token is from the future');
    const since = notBefore ? notBefore.getTime() / 1_000 : latest - MAX_AGE_S;
    if ((notBefore || at !== undefined) && (at ?? 0) < since - TOLERANCE_S) {
      throw new IdentityNotAccepted('the person proved too long ago who they are, or the provider does not say when');
    }
    const provedAt = dateOf(Math.min(at ?? 0, this.time.now().getTime() / 1_000));
    return { providerId, subject, session: sid, issuedAt: dateOf(iat!), provedAt };
  }

  private configuration({ clientId, clientSecret }: OpenidClient, found: Discovered): openid.Configuration {
    const ahead = Math.round((this.time.now().getTime() - Date.now()) / 1_000);
    const client = { [openid.clockSkew]: ahead, [openid.clockTolerance]: TOLERANCE_S };
    const configuration = new openid.Configuration(
      found.metadata,
      clientId,
      client,
      authenticationOf(found.metadata, clientSecret),
    );
    configuration[openid.customFetch] = this.fetch;
    configuration.timeout = TIMEOUT_S;
    openid.enableNonRepudiationChecks(configuration);
    if (found.metadata.issuer.startsWith('http:')) openid.allowInsecureRequests(configuration);
    if (found.keyCache) openid.setJwksCache(configuration, found.keyCache);
    return configuration;
  }

  private discover(client: OpenidClient): Promise<Discovered> {
    const known = this.discovered.get(client.providerId);
    if (known) return known;
    const found = this.readDiscovery(client);
    this.discovered.set(client.providerId, found, { ttl: KNOWN_MS });
    found.catch(() => this.discovered.set(client.providerId, found, { ttl: FAILED_MS }));
    return found;
  }

  /** @throws Refusal `identity_provider_unavailable` */
  private async readDiscovery({ issuer, clientId }: OpenidClient): Promise<Discovered> {
    const url = new URL(issuer);
    let found: openid.ServerMetadata;
    try {
      const options = {
        [openid.customFetch]: this.fetch as openid.CustomFetch,
        timeout: TIMEOUT_S,
        // The policy permits plain http to the machine itself only; see IdentityProviders.
        execute: url.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
      };
      found = (await openid.discovery(url, clientId, undefined, undefined, options)).serverMetadata();
    } catch (error) {
      const why = whyUnreachable(error) ?? `its discovery document is not valid (${(error as Error).message})`;
      throw providerUnavailable(why, error);
    }
    if (found.issuer !== issuer) throw providerUnavailable(`its discovery document names another issuer`);
    const offered = found.id_token_signing_alg_values_supported ?? ['RS256'];
    const accepted = Array.isArray(offered) ? offered.filter((name) => SIGNATURES.includes(name)) : [];
    if (accepted.length === 0) throw providerUnavailable('it signs with no algorithm that Probity accepts');
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      this.checkEndpoint(name, found[name]);
    }
    const metadata: openid.ServerMetadata = { ...found, id_token_signing_alg_values_supported: accepted };
    const keys = createRemoteJWKSet(new URL(found.jwks_uri!), {
      [keyFetch]: this.fetch,
      timeoutDuration: TIMEOUT_S * 1_000,
    });
    return { metadata, keys };
  }

  private checkEndpoint(name: string, address: unknown): void {
    try {
      checkUrl(String(address), this.policy);
    } catch (error) {
      if (!(error instanceof BadTarget)) throw error;
      throw providerUnavailable(
        `${name} in its discovery document is missing or not allowed (${error.message})`,
        error,
      );
    }
  }
}

function authenticationOf(
  { token_endpoint_auth_methods_supported: supported }: openid.ServerMetadata,
  secret: string | undefined,
): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  const isBasic = supported === undefined || supported.includes('client_secret_basic');
  return isBasic ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret);
}

function asRefusal(error: unknown): Error {
  const why = whyUnreachable(error);
  if (why) return providerUnavailable(why, error);
  if (!(error instanceof Error)) return new IdentityNotAccepted(String(error));
  const { code, cause } = error as { code?: string; cause?: unknown };
  const more = cause instanceof Error ? `: ${cause.message}` : '';
  return new IdentityNotAccepted(`${code ?? error.name}: ${error.message}${more}`, error);
}

const isShort = (text: unknown): text is string =>
  typeof text === 'string' && text.length > 0 && text.length <= MAX_TEXT && !text.includes('\u0000');

const dateOf = (seconds: number): Date => new Date(Math.floor(seconds * 1_000));
