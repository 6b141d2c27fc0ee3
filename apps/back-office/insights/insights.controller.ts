import { Get, Query } from '@nestjs/common';
import { InsightsView } from '@probity/contracts/insights/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { TimeSource } from '@probity/platform/time-source';
import { InsightQueries } from '@probity/read-side/insights/insight-queries';
import { Tenant } from '../tenants/tenant.decorator';
import { periodOf, WRONG_PERIOD } from '../times/period';
import { WRONG_DAY } from '../times/day';
import { InsightsPeriod } from './insights.dto';

const USUAL_DAYS = 30;

@ApiController('Insights', 'tenants/:slug/insights')
export class InsightsController {
  constructor(
    private readonly queries: InsightQueries,
    private readonly time: TimeSource,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'Count alerts and decisions by day, rule, list and person, with the times to a decision and what waits',
    description:
      'Days are in UTC. The figures of a day are stored when it is over, so the first request about many days takes ' +
      'longer than the next ones.',
    permission: 'read_customers',
    data: InsightsView,
    refusals: [WRONG_DAY, WRONG_PERIOD],
  })
  read(@Tenant() tenant: TenantView, @Query() period: InsightsPeriod) {
    const now = this.time.now();
    const { from, to } = periodOf(period, USUAL_DAYS, now);
    return this.queries.insights(tenant.id, from, to, now);
  }
}
