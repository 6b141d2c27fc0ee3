import { Body, Get, Post, Query } from '@nestjs/common';
import { retryProviderSignal } from '@probity/contracts/providers/commands';
import { ProviderSignalView } from '@probity/contracts/providers/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { SignalQueries } from '@probity/read-side/providers/signal-queries';
import { SignalsQuery } from '@probity/read-side/providers/signals.query';
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { By, type Officer } from '../auth/staff-caller';

@ApiController('Providers', 'tenants/:slug/provider-signals')
export class ProviderSignalsController {
  constructor(
    private readonly queries: SignalQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'List what providers reported by webhook, newest first',
    permission: 'read_customers',
    list: ProviderSignalView,
  })
  list(@Tenant() tenant: TenantView, @Query() { limit, offset, ...filter }: SignalsQuery) {
    return this.queries.signals(tenant.id, { limit, offset }, filter);
  }

  @Get(':signalId')
  @ApiRoute({ summary: 'Read a signal of a provider', permission: 'read_customers', data: ProviderSignalView })
  async read(@Tenant() tenant: TenantView, @Id('signalId') signalId: string) {
    return found('provider signal', signalId, await this.queries.signal(tenant.id, signalId));
  }

  @Post(':signalId/retry')
  @ApiRoute({
    summary: 'Match a signal with customers again, and apply it',
    permission: 'operate_pipeline',
    description: 'Probity does so by itself when a customer is created or changes. The response does not wait for it.',
    status: 200,
    data: ProviderSignalView,
    refusals: [
      {
        code: 'signal_applied',
        message: 'signal 019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6091 is applied already. No changes were made.',
        when: 'the signal is applied',
      },
    ],
    outcomeUnknown: 'retry again',
  })
  retry(
    @Tenant() tenant: TenantView,
    @Id('signalId') signal_id: string,
    @By() by: Officer,
    @Body() { reason }: ReasonBody,
  ): Promise<ProviderSignalView> {
    return this.commands.send(retryProviderSignal, { tenant_id: tenant.id, signal_id, ...by, reason });
  }
}
