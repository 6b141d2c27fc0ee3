import { Body, Delete, Get, Put, Query } from '@nestjs/common';
import { IdentityProvider } from '@probity/contracts/identity-providers/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { PageQuery } from '@probity/platform/http/page.dto';
import { By, type Officer } from '../../auth/staff-caller';
import { ReasonBody } from '../../staff/decision.dto';
import { Tenant } from '../../tenants/tenant.decorator';
import { SetIdentityProviderBody } from './identity-provider.dto';
import { IdentityProviders } from './identity-providers';

/** The identity providers of a tenant: with which the accounts that it manages can sign in. */
@ApiController('Staff', 'tenants/:slug/identity-providers')
export class IdentityProvidersController {
  constructor(private readonly providers: IdentityProviders) {}

  @Get()
  @ApiRoute({
    summary: 'List the identity providers with which staff of a tenant sign in',
    permission: 'read_staff',
    list: IdentityProvider,
  })
  list(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.providers.list(tenant.id, page);
  }

  @Put()
  @ApiRoute({
    summary: 'Set an identity provider of a tenant; with another issuer or client it is another one',
    permission: 'manage_identity_providers',
    data: IdentityProvider,
    refusals: ['unsafe_url', 'too_many_identity_providers'],
  })
  set(@Tenant() tenant: TenantView, @By() by: Officer, @Body() { reason, ...given }: SetIdentityProviderBody) {
    const client_secret = given.client_secret ?? undefined;
    return this.providers.set({ ...given, client_secret }, { tenantId: tenant.id, by, reason });
  }

  @Delete(':providerId')
  @ApiRoute({
    summary: 'Remove an identity provider: the sessions that began through it end',
    permission: 'manage_identity_providers',
    status: 204,
  })
  async remove(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Id('providerId') providerId: string,
    @Query() { reason }: ReasonBody,
  ): Promise<void> {
    await this.providers.remove(providerId, { tenantId: tenant.id, by, reason });
  }
}
