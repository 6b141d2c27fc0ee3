import { Get, Query } from '@nestjs/common';
import { CaseView } from '@probity/contracts/cases/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { CasesQuery } from '@probity/read-side/cases/cases.query';
import { CaseQueries } from '@probity/read-side/cases/case-queries';
import { TenantId } from '../auth/tenant.decorator';

@ApiController('Alerts and cases', 'tenants/:slug/cases')
export class CasesController {
  constructor(private readonly queries: CaseQueries) {}

  @Get()
  @ApiRoute({ summary: 'List investigation cases, newest first', list: CaseView })
  list(@TenantId() tenantId: string, @Query() { limit, offset, ...filter }: CasesQuery) {
    return this.queries.cases(tenantId, { limit, offset }, filter);
  }
}
