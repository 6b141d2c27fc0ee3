import { Body, Delete, Get, Put, Query } from '@nestjs/common';
import { IdentityProvider } from '@probity/contracts/identity-providers/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { PageQuery } from '@probity/platform/http/page.dto';
import { By, type Officer } from '../../auth/staff-caller';
import { ReasonBody } from '../../staff/decision.dto';
import { SetIdentityProviderBody } from './identity-provider.dto';
import { IdentityProviders } from './identity-providers';

/** The identity providers of the installation: with which platform operators can sign in. */
@ApiController('Staff', 'operators/identity-providers')
export class OperatorIdentityProvidersController {
  constructor(private readonly providers: IdentityProviders) {}

  @Get()
  @ApiRoute({
    summary: 'List the identity providers with which platform operators sign in',
    permission: 'manage_operators',
    list: IdentityProvider,
  })
  list(@Query() page: PageQuery) {
    return this.providers.list(null, page);
  }

  @Put()
  @ApiRoute({
    summary: 'Set an identity provider of the installation; with another issuer or client it is another one',
    permission: 'manage_operators',
    data: IdentityProvider,
    refusals: ['unsafe_url', 'too_many_identity_providers'],
  })
  set(@By() by: Officer, @Body() { reason, ...given }: SetIdentityProviderBody) {
    const client_secret = given.client_secret ?? undefined;
    return this.providers.set({ ...given, client_secret }, { tenantId: null, by, reason });
  }

  @Delete(':providerId')
  @ApiRoute({
    summary: 'Remove an identity provider of the installation: the sessions that began through it end',
    permission: 'manage_operators',
    status: 204,
  })
  async remove(
    @By() by: Officer,
    @Id('providerId') providerId: string,
    @Query() { reason }: ReasonBody,
  ): Promise<void> {
    await this.providers.remove(providerId, { tenantId: null, by, reason });
  }
}
