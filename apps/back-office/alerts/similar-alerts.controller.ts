import { Get } from '@nestjs/common';
import { Recomputation } from '@probity/contracts/alerts/recompute-views';
import { SimilarAlerts } from '@probity/contracts/alerts/similar-views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { AlertRecomputation } from '@probity/read-side/alerts/alert-recomputation';
import { SimilarAlertQueries } from '@probity/read-side/alerts/similar-alerts';
import { Tenant } from '../tenants/tenant.decorator';

/** What else is known about an alert. */
@ApiController('Alerts', 'tenants/:slug/alerts/:alertId')
export class SimilarAlertsController {
  constructor(
    private readonly similar: SimilarAlertQueries,
    private readonly recomputation: AlertRecomputation,
  ) {}

  @Get('similar')
  @ApiRoute({
    summary: 'Count similar alerts by outcome, with the newest ten of each kind and their decisions',
    description:
      'Alerts of the same customer with the same rule or list entry, and alerts of other customers with the same rule, ' +
      'list entry or party. Empty if the alert has neither a rule nor a list entry.',
    permission: 'read_customers',
    list: SimilarAlerts,
  })
  async read(@Tenant() tenant: TenantView, @Id('alertId') alertId: string) {
    return found('alert', alertId, await this.similar.of(tenant.id, alertId));
  }

  @Get('recomputation')
  @ApiRoute({
    summary: 'Repeat the match or the rule of an alert with the lists, rules and settings of today; changes nothing',
    description:
      'The subject and the values of the event are those of the evidence. `differences` says what changed: the list ' +
      'entry, the threshold, the rule, or the scorer.',
    permission: 'read_customers',
    data: Recomputation,
  })
  async recompute(@Tenant() tenant: TenantView, @Id('alertId') alertId: string) {
    return found('alert', alertId, await this.recomputation.of(tenant.id, alertId));
  }
}
