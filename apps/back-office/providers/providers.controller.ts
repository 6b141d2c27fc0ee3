import { Body, Get, Param, Post, Put, Query } from '@nestjs/common';
import { readProviderHealth, setProviderStatus, testProvider } from '@probity/contracts/providers/commands';
import { ChangedProviderView, ProviderHealth, ProviderTest, ProviderView } from '@probity/contracts/providers/views';
import type { Proposal } from '@probity/contracts/proposals/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { invalid } from '@probity/platform/errors';
import { freeFormProblem } from '@probity/platform/free-form-json';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { foundProvider } from '@probity/providers/found-provider';
import { ProviderQueries } from '@probity/read-side/providers/provider-queries';
import { providerAsSeen } from '@probity/read-side/proposals/as-seen';
import { FourEyes } from '../proposals/four-eyes';
import { type Review, UnderReview } from '../proposals/review';
import { TenantHistory } from '../proposals/tenant-history';
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { ConfigureProviderBody } from './provider.dto';
import { inactiveNotes } from './inactive-notes';
import { ProviderCommands, type ProviderDecision } from './provider-commands';
import { By, type Officer } from '../auth/staff-caller';

const INVALID: DocumentedRefusal = {
  code: 'invalid_provider',
  message: 'api_key: is missing',
  when: 'the configuration would be invalid; `message` names each invalid field',
};
const ACTIVE: DocumentedRefusal = {
  code: 'provider_active',
  message: 'the provider is active, and two people are needed to change it: deactivate it, configure it, activate it',
  when: 'the provider is active and the tenant needs two people for its settings',
};
const NO_TEST: DocumentedRefusal = {
  code: 'invalid_provider',
  message: 'the plugin generic-http has no test',
  when: 'the plugin has no test',
};

@ApiController('Providers', 'tenants/:slug/providers')
export class ProvidersController {
  constructor(
    private readonly queries: ProviderQueries,
    private readonly commands: CommandBus,
    private readonly providers: ProviderCommands,
    private readonly history: TenantHistory,
    private readonly fourEyes: FourEyes,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'List the providers that a tenant has configured',
    permission: 'read_configuration',
    list: ProviderView,
  })
  list(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.queries.providers(tenant.id, page);
  }

  @Get(':plugin')
  @ApiRoute({
    summary: 'Read a provider; secrets are never shown',
    permission: 'read_configuration',
    data: ProviderView,
  })
  async read(@Tenant() tenant: TenantView, @Param('plugin') plugin: string) {
    return foundProvider(plugin, await this.queries.provider(tenant.id, plugin));
  }

  @Put(':plugin')
  @ApiRoute({
    summary: 'Configure a provider; a new one is inactive',
    permission: 'configure_compliance',
    data: ProviderView,
    refusals: [INVALID, ACTIVE],
    outcomeUnknown: 'read the provider, and configure it again if its version is the old one',
  })
  async configure(
    @Tenant() tenant: TenantView,
    @Param('plugin') plugin: string,
    @By() by: Officer,
    @Body() { configuration, reason }: ConfigureProviderBody,
  ): Promise<ProviderView> {
    const malformed = freeFormProblem(configuration, 'configuration');
    if (malformed) throw invalid('invalid_field', malformed);
    const provider = await this.queries.provider(tenant.id, plugin);
    await this.refuseActive(tenant, provider);
    const as_seen = providerAsSeen(provider);
    return this.providers.configure({ tenant_id: tenant.id, plugin, ...by, reason, as_seen }, configuration);
  }

  @Post(':plugin/activate')
  @ApiRoute({
    summary: 'Activate a provider: Probity accepts its webhooks, and stages in mode plugin can use it',
    permission: 'configure_compliance',
    status: 200,
    data: ProviderView,
    reviewed: true,
    outcomeUnknown: 'activate again',
  })
  async activate(
    @Tenant() tenant: TenantView,
    @Param('plugin') plugin: string,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { reason }: ReasonBody,
  ) {
    const provider = foundProvider(plugin, await this.queries.provider(tenant.id, plugin));
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'change_settings',
      subject: ['provider', provider.id],
      summary: `activate the provider ${plugin}`,
      reason,
      needed: ({ settings }) => settings && provider.status !== 'active',
      state: providerAsSeen(provider),
      shown: { configuration: provider.configuration, configured_by: provider.officer },
    });
    if (pending) return pending;
    const as_seen = providerAsSeen(provider);
    return this.setStatus({ tenant_id: tenant.id, plugin, ...by, reason, as_seen }, 'active');
  }

  @Post(':plugin/deactivate')
  @ApiRoute({
    summary: 'Deactivate a provider: Probity accepts no new webhooks; what it reported stays',
    permission: 'configure_compliance',
    status: 200,
    data: ChangedProviderView,
    reviewed: true,
    outcomeUnknown: 'deactivate again',
  })
  async deactivate(
    @Tenant() tenant: TenantView,
    @Param('plugin') plugin: string,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { reason }: ReasonBody,
  ): Promise<ChangedProviderView | Proposal> {
    const provider = foundProvider(plugin, await this.queries.provider(tenant.id, plugin));
    const { id, status } = provider;
    const { settings } = (await this.history.upToNow(tenant.id)).settings;
    const notes = inactiveNotes(tenant.slug, plugin, settings);
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'change_settings',
      subject: ['provider', id],
      summary: `deactivate the provider ${plugin}, which runs a stage`,
      reason,
      needed: (policy) => policy.settings && status === 'active' && notes.length > 0,
      state: { status },
      shown: { stages: settings.stages },
    });
    if (pending) return pending;
    const decision = { tenant_id: tenant.id, plugin, ...by, reason, as_seen: providerAsSeen(provider) };
    return { ...(await this.setStatus(decision, 'inactive')), notes };
  }

  @Post(':plugin/test')
  @ApiRoute({
    summary: 'Ask the provider something harmless with the stored configuration, active or not',
    permission: 'operate_pipeline',
    status: 200,
    data: ProviderTest,
    refusals: [NO_TEST],
    outcomeUnknown: 'test again',
  })
  test(@Tenant() tenant: TenantView, @Param('plugin') plugin: string) {
    return this.commands.send(testProvider, { tenant_id: tenant.id, plugin });
  }

  @Get(':plugin/health')
  @ApiRoute({
    summary: "Read the state of a provider's circuit, its requests and its signals",
    permission: 'read_configuration',
    data: ProviderHealth,
  })
  health(@Tenant() tenant: TenantView, @Param('plugin') plugin: string) {
    return this.commands.send(readProviderHealth, { tenant_id: tenant.id, plugin });
  }

  /**
   * A proposal would hold the secrets of the provider. So an active one is first deactivated, and two people activate it
   * again.
   *
   * @throws Refusal `provider_active`
   */
  private async refuseActive(tenant: TenantView, provider: ProviderView | undefined): Promise<void> {
    const { settings } = await this.fourEyes.policyOf(tenant);
    if (!settings || provider?.status !== 'active') return;
    throw invalid(ACTIVE.code, ACTIVE.message);
  }

  private setStatus(decision: ProviderDecision, status: ProviderView['status']): Promise<ProviderView> {
    return this.commands.send(setProviderStatus, { ...decision, status });
  }
}
