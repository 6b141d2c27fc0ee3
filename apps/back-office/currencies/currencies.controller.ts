import { Body, Get, Post, Query } from '@nestjs/common';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import { invalid } from '@probity/platform/errors';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Matching } from '@probity/platform/http/fields/choice';
import { WholeNumber } from '@probity/platform/http/fields/number';
import { Text } from '@probity/platform/http/fields/text';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { CurrencyView, MAX_DECIMALS, type TenantView } from '@probity/contracts/tenants/views';
import { By, type Officer } from '../auth/staff-caller';
import { ReasonBody } from '../staff/decision.dto';
import { MAX_NAME } from '../tenants/tenant.dto';
import { TenantStream } from '../tenants/tenant-stream';
import { Tenant } from '../tenants/tenant.decorator';

const CODE = /^[A-Z]{3}$/;

export class ConfigureCurrencyBody extends ReasonBody {
  @Matching(CODE, 'code must be three capital letters, such as USD', { example: 'USD', description: 'ISO 4217 code' })
  code: string;

  @Text(MAX_NAME, { example: 'US Dollar' })
  name: string;

  @WholeNumber(0, MAX_DECIMALS, { example: 2 })
  minor_unit_decimals: number;
}

const DECIMALS_FIXED: DocumentedRefusal = {
  code: 'decimals_fixed',
  message: 'minor_unit_decimals of USD is 2 and cannot change, because the meaning of booked amounts would change',
  when: 'the currency exists with another number of decimals',
};

@ApiController('Currencies', 'tenants/:slug/currencies')
export class CurrenciesController {
  constructor(
    private readonly stream: TenantStream,
    private readonly queries: TenantQueries,
    private readonly operations: KeyedOperations,
  ) {}

  /** A second request may change the name. The decimals cannot change, or the meaning of booked amounts would. */
  @Post()
  @ApiRoute({
    summary: 'Add a currency to the tenant, or change its name',
    permission: 'configure_tenant',
    data: CurrencyView,
    refusals: [DECIMALS_FIXED],
  })
  configure(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Body() body: ConfigureCurrencyBody,
  ): Promise<CurrencyView> {
    return this.operations.ofRequest({ ...body }, (asked) => this.configured(tenant, asked, by));
  }

  @Get()
  @ApiRoute({ summary: "List a tenant's currencies", permission: 'read_configuration', list: CurrencyView })
  list(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.queries.currencies(tenant.id, page);
  }

  private async configured(
    tenant: TenantView,
    { code, name, minor_unit_decimals, reason }: ConfigureCurrencyBody,
    by: Officer,
  ): Promise<CurrencyView> {
    const decide = async (): Promise<TenantEvent | undefined> => {
      const existing = await this.queries.currency(tenant.id, code);
      if (existing && existing.minor_unit_decimals !== minor_unit_decimals) {
        throw invalid(
          'decimals_fixed',
          `minor_unit_decimals of ${code} is ${existing.minor_unit_decimals} and cannot change, because the meaning of booked amounts would change`,
        );
      }
      if (existing?.name === name) return undefined;
      const configured_at = new Date().toISOString();
      return {
        type: 'CurrencyConfigured',
        data: { tenant_id: tenant.id, code, name, minor_unit_decimals, ...by, reason, configured_at },
      };
    };
    await this.stream.append(tenant.id, decide);
    return { code, name, minor_unit_decimals };
  }
}
