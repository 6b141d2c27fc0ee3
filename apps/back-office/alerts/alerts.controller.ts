import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { dismissAlert, escalateAlert, resolveAlert } from '@probity/contracts/alerts/commands';
import { AlertDetail, AlertView } from '@probity/contracts/alerts/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiRoute, ApiTag } from '@probity/platform/http/documentation/api-route';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { AlertsQuery } from '@probity/read-side/alerts/alerts.query';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { DecisionBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { ResolveAlertBody } from './alert.dto';

@ApiTag('Alerts')
@Controller('tenants/:slug/alerts')
export class AlertsController {
  constructor(
    private readonly queries: AlertQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @ApiRoute({ summary: "List a tenant's alerts, newest first", list: AlertView })
  async list(@Tenant() tenant: TenantView, @Query() query: AlertsQuery): Promise<Envelope<AlertView[]>> {
    const { limit, offset, ...filter } = query;
    return ok(await this.queries.alerts(tenant.id, { limit, offset }, filter));
  }

  @Get(':alertId')
  @ApiRoute({ summary: 'Read an alert with its evidence and what was decided on it', data: AlertDetail })
  async read(
    @Tenant() tenant: TenantView,
    @Param('alertId', UuidPipe) alertId: string,
  ): Promise<Envelope<AlertDetail>> {
    const alert = await this.queries.alert(tenant.id, alertId);
    if (!alert) throw notFound('alert', alertId);
    return ok(alert);
  }

  @Post(':alertId/resolve')
  @ApiRoute({ summary: 'Close an alert that was handled; scores its customer again', status: 200, data: AlertDetail })
  async resolve(
    @Tenant() tenant: TenantView,
    @Param('alertId', UuidPipe) alertId: string,
    @Body() body: ResolveAlertBody,
  ): Promise<Envelope<AlertDetail>> {
    const request = { ...decision(tenant, alertId, body), resolution: body.resolution };
    return ok(await this.commands.send(resolveAlert, request));
  }

  @Post(':alertId/dismiss')
  @ApiRoute({
    summary: 'Close an alert as a false positive; the same pair raises no alert again',
    status: 200,
    data: AlertDetail,
  })
  async dismiss(
    @Tenant() tenant: TenantView,
    @Param('alertId', UuidPipe) alertId: string,
    @Body() body: DecisionBody,
  ): Promise<Envelope<AlertDetail>> {
    const request = decision(tenant, alertId, body);
    return ok(await this.commands.send(dismissAlert, request));
  }

  @Post(':alertId/escalate')
  @ApiRoute({ summary: 'Mark an alert for a closer look; it stays active', status: 200, data: AlertDetail })
  async escalate(
    @Tenant() tenant: TenantView,
    @Param('alertId', UuidPipe) alertId: string,
    @Body() body: DecisionBody,
  ): Promise<Envelope<AlertDetail>> {
    const request = decision(tenant, alertId, body);
    return ok(await this.commands.send(escalateAlert, request));
  }
}

/** What the commands of all decisions on an alert say. */
const decision = (tenant: TenantView, alert_id: string, { reason, officer }: DecisionBody) => ({
  tenant_id: tenant.id,
  alert_id,
  reason,
  officer,
});
