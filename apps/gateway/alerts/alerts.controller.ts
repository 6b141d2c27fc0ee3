import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AlertView } from '@probity/contracts/alerts/views';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { TenantId } from '../auth/tenant.decorator';
import { ApiTenantRoute } from '../documentation/api-tenant-route';
import { Alert, AlertsQuery } from './alert.dto';

@Controller('tenants/:slug/alerts')
export class AlertsController {
  constructor(private readonly queries: AlertQueries) {}

  @Get()
  @ApiOperation({ summary: 'List alerts, newest first' })
  @ApiTenantRoute({ tag: 'Alerts and cases', list: Alert })
  async list(
    @TenantId() tenantId: string,
    @Query() { limit, offset, ...filter }: AlertsQuery,
  ): Promise<Envelope<AlertView[]>> {
    return ok(await this.queries.alerts(tenantId, { limit, offset }, filter));
  }

  @Get(':alertId')
  @ApiOperation({ summary: 'Read an alert' })
  @ApiTenantRoute({ tag: 'Alerts and cases', data: Alert, ids: ['alertId'] })
  async read(@TenantId() tenantId: string, @Param('alertId', UuidPipe) alertId: string): Promise<Envelope<AlertView>> {
    const alert = await this.queries.alert(tenantId, alertId);
    if (!alert) throw notFound('alert', alertId);
    const { event_id: _event, match: _match, evidence: _evidence, decisions: _decisions, ...view } = alert;
    return ok(view);
  }
}
