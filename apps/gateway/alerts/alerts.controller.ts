import { Get, Query } from '@nestjs/common';
import { AlertView } from '@probity/contracts/alerts/views';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { AlertsQuery } from '@probity/read-side/alerts/alerts.query';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { TenantId } from '../auth/tenant.decorator';

@ApiController('Alerts and cases', 'tenants/:slug/alerts')
export class AlertsController {
  constructor(private readonly queries: AlertQueries) {}

  @Get()
  @ApiRoute({ summary: 'List alerts, newest first', list: AlertView })
  list(@TenantId() tenantId: string, @Query() { limit, offset, ...filter }: AlertsQuery) {
    return this.queries.alerts(tenantId, { limit, offset }, filter);
  }

  @Get(':alertId')
  @ApiRoute({ summary: 'Read an alert', data: AlertView })
  async read(@TenantId() tenantId: string, @Id('alertId') alertId: string) {
    return found('alert', alertId, await this.queries.view(tenantId, alertId));
  }
}
