import { Get, Query } from '@nestjs/common';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { CurrencyView } from '@probity/contracts/tenants/views';
import { TenantId } from '../auth/tenant.decorator';

@ApiController('Ledger', 'tenants/:slug/currencies')
export class CurrenciesController {
  constructor(private readonly tenants: TenantQueries) {}

  @Get()
  @ApiRoute({ summary: 'List the currencies that the tenant can use', list: CurrencyView })
  list(@TenantId() tenantId: string, @Query() page: PageQuery) {
    return this.tenants.currencies(tenantId, page);
  }
}
