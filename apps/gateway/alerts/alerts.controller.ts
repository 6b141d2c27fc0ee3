import { Controller, Get, Param, Query } from '@nestjs/common';
import { AlertView } from '@probity/contracts/alerts/views';
import { notFound } from '@probity/platform/errors';
import { ApiRoute, ApiTag } from '@probity/platform/http/documentation/api-route';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { AlertsQuery } from '@probity/read-side/alerts/alerts.query';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { TenantId } from '../auth/tenant.decorator';

@ApiTag('Alerts and cases')
@Controller('tenants/:slug/alerts')
export class AlertsController {
  constructor(private readonly queries: AlertQueries) {}

  @Get()
  @ApiRoute({ summary: 'List alerts, newest first', list: AlertView })
  async list(
    @TenantId() tenantId: string,
    @Query() { limit, offset, ...filter }: AlertsQuery,
  ): Promise<Envelope<AlertView[]>> {
    return ok(await this.queries.alerts(tenantId, { limit, offset }, filter));
  }

  @Get(':alertId')
  @ApiRoute({ summary: 'Read an alert', data: AlertView })
  async read(@TenantId() tenantId: string, @Param('alertId', UuidPipe) alertId: string): Promise<Envelope<AlertView>> {
    const alert = await this.queries.alert(tenantId, alertId);
    if (!alert) throw notFound('alert', alertId);
    const { event_id: _event, match: _match, evidence: _evidence, decisions: _decisions, ...view } = alert;
    return ok(view);
  }
}
