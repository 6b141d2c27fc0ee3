import { Injectable } from '@nestjs/common';
import type { IdentityProviderEvent } from '@probity/contracts/identity-providers/events';
import type { IdentityProvider } from '@probity/contracts/identity-providers/views';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { Database } from '@probity/persistence/database';
import { found, invalid, notFound } from '@probity/platform/errors';
import { derivedId } from '@probity/platform/ids';
import { TimeSource } from '@probity/platform/time-source';
import {
  IdentityProviderQueries,
  type StoredIdentityProvider,
  type UsableProvider,
} from '@probity/read-side/staff/identity-provider-queries';
import { AuthenticRows } from '@probity/read-side/authentic-rows';
import type { Page } from '@probity/read-side/page';
import { isOpenLoopback } from '@probity/targets/check-origin';
import { Targets } from '@probity/targets/targets';
import { NIL } from 'uuid';
import { StaffSecrets } from '../../staff/staff-secrets';
import type { StaffChange } from '../../staff/staff-accounts';
import { SignInSettings } from '../sign-in-settings';
import { IDENTITY_PROVIDER, type IdentityProviderState } from './identity-provider';
import type { OpenidClient } from './openid-client';

const MAX_PROVIDERS = 10;

export interface IdentityProviderConfiguration {
  issuer: string;
  client_id: string;
  /** undefined: the secret that is set already, or a public client */
  client_secret: string | undefined;
  display_name: string;
}

/** The parts of the paths that a provider calls or sends browsers to. */
export const callbackRoute = (providerId: string): string => `sign-in/oidc/${providerId}/callback`;
const logoutRoute = (providerId: string): string => `sign-in/oidc/${providerId}/logout`;

/** The identity providers of tenants and of the installation (tenant null). Callers check who may change them. */
@Injectable()
export class IdentityProviders {
  private readonly genuine: AuthenticRows<IdentityProviderState, IdentityProviderEvent>;

  constructor(
    private readonly store: AggregateStore,
    private readonly queries: IdentityProviderQueries,
    private readonly targets: Targets,
    private readonly secrets: StaffSecrets,
    private readonly settings: SignInSettings,
    private readonly time: TimeSource,
    database: Database,
  ) {
    this.genuine = new AuthenticRows(database, store, IDENTITY_PROVIDER, (state) => ({
      tenant_id: state.tenantId,
      issuer: state.issuer,
      client_id: state.clientId,
      sealed_client_secret: state.sealedClientSecret,
      is_removed: state.isRemoved,
    }));
  }

  /**
   * Adds a provider, or changes the name or the secret of the one with this issuer and client. The id follows from
   * tenant, issuer and client: with another issuer or client it is another provider, through which no account signs in yet.
   *
   * @throws Refusal `unsafe_url`, `too_many_identity_providers`
   */
  async set(given: IdentityProviderConfiguration, { tenantId, by, reason }: StaffChange): Promise<IdentityProvider> {
    const { issuer, client_id, client_secret, display_name } = given;
    await this.checkIssuer(issuer);
    const provider_id = derivedId(tenantId ?? NIL, `identity provider ${issuer} ${client_id}`);
    if (!(await this.queries.one(tenantId, provider_id))) await this.refuseMore(tenantId);
    await this.store.change(IDENTITY_PROVIDER, provider_id, (loaded) => {
      const before = loaded?.state.isRemoved ? undefined : loaded?.state;
      const earlier = before?.sealedClientSecret ?? null;
      const isSameSecret = client_secret === undefined || client_secret === this.opened(provider_id, earlier);
      if (before?.displayName === display_name && isSameSecret) return undefined;
      const data = {
        ...{ provider_id, tenant_id: tenantId, ...by, reason, issuer, client_id, display_name },
        sealed_client_secret: isSameSecret
          ? earlier
          : this.secrets.seal('client secret', provider_id, Buffer.from(client_secret)),
        set_at: this.time.now().toISOString(),
      };
      return { events: [{ type: 'IdentityProviderSet' as const, data }] };
    });
    return this.withAddresses(found('identity provider', provider_id, await this.queries.one(tenantId, provider_id)));
  }

  /** @throws Refusal `not_found` */
  async remove(providerId: string, { tenantId, by, reason }: StaffChange): Promise<void> {
    await this.store.change(IDENTITY_PROVIDER, providerId, (loaded) => {
      if (!loaded || loaded.state.tenantId !== tenantId) throw notFound('identity provider', providerId);
      if (loaded.state.isRemoved) return undefined;
      const removed_at = this.time.now().toISOString();
      const data = { provider_id: providerId, tenant_id: tenantId, ...by, reason, removed_at };
      return { events: [{ type: 'IdentityProviderRemoved' as const, data }] };
    });
  }

  async list(tenantId: string | null, page: Page): Promise<IdentityProvider[]> {
    return (await this.queries.list(tenantId, page)).map((provider) => this.withAddresses(provider));
  }

  /**
   * Probity as a client of the provider.
   *
   * @throws ForgedRow when the row differs from its events: it could send the secret to another issuer, and take its
   * word for who signs in
   */
  async clientOf(provider: UsableProvider): Promise<OpenidClient> {
    const { id: providerId, tenant_id, issuer, client_id } = provider;
    const sealed_client_secret = provider.sealed_client_secret?.toString('base64') ?? null;
    const row = { tenant_id, issuer, client_id, sealed_client_secret, is_removed: false };
    await this.genuine.check(providerId, Number(provider.revision), row);
    const clientSecret = this.opened(providerId, sealed_client_secret);
    return { providerId, issuer, clientId: client_id, clientSecret };
  }

  private opened(providerId: string, sealed: string | null): string | undefined {
    return sealed === null ? undefined : this.secrets.open('client secret', providerId, sealed).toString();
  }

  /** Providers sign people in, so there is no plain http, also not in private networks. */
  private async checkIssuer(issuer: string): Promise<void> {
    const href = await this.targets.check(issuer);
    const { protocol, hostname, search } = new URL(href);
    if (protocol !== 'https:' && !isOpenLoopback(hostname, this.settings.targets)) {
      throw invalid('unsafe_url', 'issuer must start with https://');
    }
    if (search !== '' || (href !== issuer && href !== `${issuer}/`)) {
      throw invalid('unsafe_url', `issuer must be written as the provider names itself, without a query: ${href}`);
    }
  }

  private async refuseMore(tenantId: string | null): Promise<void> {
    if ((await this.queries.count(tenantId)) < MAX_PROVIDERS) return;
    throw invalid(
      'too_many_identity_providers',
      `there are ${MAX_PROVIDERS} identity providers already; remove one first`,
    );
  }

  private withAddresses(provider: StoredIdentityProvider): IdentityProvider {
    return {
      ...provider,
      redirect_uri: this.settings.addressOf(callbackRoute(provider.id)) ?? null,
      logout_uri: this.settings.addressOf(logoutRoute(provider.id)) ?? null,
    };
  }
}
