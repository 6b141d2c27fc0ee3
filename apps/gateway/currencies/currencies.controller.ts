import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { type CurrencyView, TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { TenantId } from '../auth/tenant.decorator';
import { ApiTenantRoute } from '../documentation/api-tenant-route';
import { Currency } from './currency.dto';

@Controller('tenants/:slug/currencies')
export class CurrenciesController {
  constructor(private readonly tenants: TenantQueries) {}

  @Get()
  @ApiOperation({ summary: 'List the currencies that the tenant can use' })
  @ApiTenantRoute({ tag: 'Ledger', list: Currency })
  async list(@TenantId() tenantId: string, @Query() page: PageQuery): Promise<Envelope<CurrencyView[]>> {
    return ok(await this.tenants.currencies(tenantId, page));
  }
}
