import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { dismissAlert, escalateAlert, resolveAlert } from '@probity/contracts/alerts/commands';
import type { AlertDetail, AlertView } from '@probity/contracts/alerts/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { DecisionBody } from '../staff/decision.dto';
import { Tenants } from '../tenants/tenants';
import { AlertsQuery, ResolveAlertBody } from './alert.dto';

@Controller('tenants/:slug/alerts')
@ApiTags('Alerts')
@ApiBearerAuth()
export class AlertsController {
  constructor(
    private readonly tenants: Tenants,
    private readonly queries: AlertQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @ApiOperation({ summary: "List a tenant's alerts, newest first" })
  async list(@Param('slug') slug: string, @Query() query: AlertsQuery): Promise<Envelope<AlertView[]>> {
    const tenant = await this.tenants.bySlug(slug);
    const { limit, offset, ...filter } = query;
    return ok(await this.queries.alerts(tenant.id, { limit, offset }, filter));
  }

  @Get(':alertId')
  @ApiOperation({ summary: 'Read an alert with its evidence and what was decided on it' })
  async read(@Param('slug') slug: string, @Param('alertId', UuidPipe) alertId: string): Promise<Envelope<AlertDetail>> {
    const tenant = await this.tenants.bySlug(slug);
    const alert = await this.queries.alert(tenant.id, alertId);
    if (!alert) throw notFound('alert', alertId);
    return ok(alert);
  }

  @Post(':alertId/resolve')
  @HttpCode(200)
  @ApiOperation({ summary: 'Close an alert that was handled; scores its customer again' })
  async resolve(
    @Param('slug') slug: string,
    @Param('alertId', UuidPipe) alertId: string,
    @Body() body: ResolveAlertBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<AlertDetail>> {
    const request = { ...(await this.decision(slug, alertId, body)), resolution: body.resolution };
    return ok(await this.commands.send(resolveAlert, request, traceparent));
  }

  @Post(':alertId/dismiss')
  @HttpCode(200)
  @ApiOperation({ summary: 'Close an alert as a false positive; the same pair raises no alert again' })
  async dismiss(
    @Param('slug') slug: string,
    @Param('alertId', UuidPipe) alertId: string,
    @Body() body: DecisionBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<AlertDetail>> {
    const request = await this.decision(slug, alertId, body);
    return ok(await this.commands.send(dismissAlert, request, traceparent));
  }

  @Post(':alertId/escalate')
  @HttpCode(200)
  @ApiOperation({ summary: 'Mark an alert for a closer look; it stays active' })
  async escalate(
    @Param('slug') slug: string,
    @Param('alertId', UuidPipe) alertId: string,
    @Body() body: DecisionBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<AlertDetail>> {
    const request = await this.decision(slug, alertId, body);
    return ok(await this.commands.send(escalateAlert, request, traceparent));
  }

  /** What the commands of all decisions on an alert say. */
  private async decision(slug: string, alertId: string, { reason, officer }: DecisionBody) {
    const tenant = await this.tenants.bySlug(slug);
    return { tenant_id: tenant.id, alert_id: alertId, reason, officer };
  }
}
