import { Body, Get, Post, Query } from '@nestjs/common';
import { dismissAlert, escalateAlert, resolveAlert } from '@probity/contracts/alerts/commands';
import { AlertDetail, AlertView } from '@probity/contracts/alerts/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { AlertsQuery } from '@probity/read-side/alerts/alerts.query';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { ResolveAlertBody } from './alert.dto';
import { By, type Officer } from '../auth/staff-caller';

@ApiController('Alerts', 'tenants/:slug/alerts')
export class AlertsController {
  constructor(
    private readonly queries: AlertQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @ApiRoute({ summary: "List a tenant's alerts, newest first", permission: 'read_customers', list: AlertView })
  list(@Tenant() tenant: TenantView, @Query() { limit, offset, ...filter }: AlertsQuery) {
    return this.queries.alerts(tenant.id, { limit, offset }, filter);
  }

  @Get(':alertId')
  @ApiRoute({
    summary: 'Read an alert with its evidence and decisions',
    permission: 'read_customers',
    data: AlertDetail,
  })
  async read(@Tenant() tenant: TenantView, @Id('alertId') alertId: string) {
    return found('alert', alertId, await this.queries.alert(tenant.id, alertId));
  }

  @Post(':alertId/resolve')
  @ApiRoute({
    summary: 'Close an alert that you have handled; its customer is scored again',
    permission: 'decide',
    status: 200,
    data: AlertDetail,
    refusals: ['alert_closed'],
  })
  resolve(
    @Tenant() tenant: TenantView,
    @Id('alertId') alertId: string,
    @By() by: Officer,
    @Body() body: ResolveAlertBody,
  ) {
    return this.commands.send(resolveAlert, { ...decision(tenant, alertId, by, body), resolution: body.resolution });
  }

  @Post(':alertId/dismiss')
  @ApiRoute({
    summary: 'Close an alert as a false positive; the same customer and list entry raise no further alert',
    permission: 'decide',
    status: 200,
    data: AlertDetail,
    refusals: ['alert_closed'],
  })
  dismiss(@Tenant() tenant: TenantView, @Id('alertId') alertId: string, @By() by: Officer, @Body() body: ReasonBody) {
    return this.commands.send(dismissAlert, decision(tenant, alertId, by, body));
  }

  @Post(':alertId/escalate')
  @ApiRoute({
    summary: 'Mark an alert for a closer review; it stays active',
    permission: 'work_on_cases',
    status: 200,
    data: AlertDetail,
    refusals: ['alert_closed', 'alert_escalated'],
  })
  escalate(@Tenant() tenant: TenantView, @Id('alertId') alertId: string, @By() by: Officer, @Body() body: ReasonBody) {
    return this.commands.send(escalateAlert, decision(tenant, alertId, by, body));
  }
}

/** The common part of all commands that decide on an alert. */
const decision = (tenant: TenantView, alert_id: string, by: Officer, { reason }: ReasonBody) => ({
  tenant_id: tenant.id,
  alert_id,
  reason,
  ...by,
});
