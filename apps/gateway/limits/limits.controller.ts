import { Get } from '@nestjs/common';
import { LIMIT_NAMES, LIMITS, type TenantLimits } from '@probity/contracts/limits/limits';
import { LimitView } from '@probity/contracts/limits/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { Limits, TenantId } from '../auth/tenant.decorator';

@ApiController('Limits', 'tenants/:slug/limits')
export class LimitsController {
  constructor(private readonly queries: LimitQueries) {}

  @Get()
  @ApiRoute({
    summary: 'List the limits of the tenant, with what it uses of them',
    description: 'The list has every limit, and is not divided into pages. An operator changes limits.',
    list: LimitView,
  })
  async list(@TenantId() tenantId: string, @Limits() limits: TenantLimits): Promise<LimitView[]> {
    const inUse: Partial<TenantLimits> = await this.queries.inUse(tenantId);
    return LIMIT_NAMES.map((name) => {
      const { unit, description } = LIMITS[name];
      return { name, value: limits[name], unit, description, in_use: inUse[name] ?? null };
    });
  }
}
