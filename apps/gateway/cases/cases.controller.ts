import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { CaseView } from '@probity/contracts/cases/views';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { CaseQueries } from '@probity/read-side/cases/case-queries';
import { TenantId } from '../auth/tenant.decorator';
import { ApiTenantRoute } from '../documentation/api-tenant-route';
import { Case, CasesQuery } from './case.dto';

@Controller('tenants/:slug/cases')
export class CasesController {
  constructor(private readonly queries: CaseQueries) {}

  @Get()
  @ApiOperation({ summary: 'List investigation cases, newest first' })
  @ApiTenantRoute({ tag: 'Alerts and cases', list: Case })
  async list(
    @TenantId() tenantId: string,
    @Query() { limit, offset, ...filter }: CasesQuery,
  ): Promise<Envelope<CaseView[]>> {
    return ok(await this.queries.cases(tenantId, { limit, offset }, filter));
  }
}
