import { Controller, Get, Query } from '@nestjs/common';
import { ApiRoute, ApiTag } from '@probity/platform/http/documentation/api-route';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { CurrencyView } from '@probity/contracts/tenants/views';
import { TenantId } from '../auth/tenant.decorator';

@ApiTag('Ledger')
@Controller('tenants/:slug/currencies')
export class CurrenciesController {
  constructor(private readonly tenants: TenantQueries) {}

  @Get()
  @ApiRoute({ summary: 'List the currencies that the tenant can use', list: CurrencyView })
  async list(@TenantId() tenantId: string, @Query() page: PageQuery): Promise<Envelope<CurrencyView[]>> {
    return ok(await this.tenants.currencies(tenantId, page));
  }
}
