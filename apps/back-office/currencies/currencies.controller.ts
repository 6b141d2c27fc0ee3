import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsInt, Matches, Max, Min } from 'class-validator';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import { invalid } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { RequiredText } from '@probity/platform/http/text.decorators';
import { type CurrencyView, TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { TenantStream } from '../tenants/tenant-stream';
import { Tenants } from '../tenants/tenants';

export class ConfigureCurrencyBody {
  @ApiProperty({ example: 'USD', description: 'ISO 4217 code' })
  @Matches(/^[A-Z]{3}$/, { message: 'code must be three capital letters, such as USD' })
  code: string;

  @ApiProperty({ example: 'US Dollar', maxLength: 255 })
  @RequiredText(255)
  name: string;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 18, example: 2 })
  @IsInt()
  @Min(0)
  @Max(18)
  minor_unit_decimals: number;
}

@Controller('tenants/:slug/currencies')
@ApiTags('Currencies')
@ApiBearerAuth()
export class CurrenciesController {
  constructor(
    private readonly tenants: Tenants,
    private readonly stream: TenantStream,
    private readonly queries: TenantQueries,
  ) {}

  /** The name can be changed by configuring a currency again; the decimals cannot, or booked amounts would change. */
  @Post()
  @ApiOperation({ summary: 'Configure a currency that the tenant can use' })
  async configure(
    @Param('slug') slug: string,
    @Body() body: ConfigureCurrencyBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<CurrencyView>> {
    const tenant = await this.tenants.bySlug(slug);
    const { code, name, minor_unit_decimals } = body;
    const decide = async (): Promise<TenantEvent | undefined> => {
      const existing = await this.queries.currency(tenant.id, code);
      if (existing && existing.minor_unit_decimals !== minor_unit_decimals) {
        throw invalid(
          'decimals_fixed',
          `minor_unit_decimals of ${code} is ${existing.minor_unit_decimals} and cannot change, because amounts that are booked would change their meaning`,
        );
      }
      if (existing?.name === name) return undefined;
      const configured_at = new Date().toISOString();
      return {
        type: 'CurrencyConfigured',
        data: { tenant_id: tenant.id, code, name, minor_unit_decimals, configured_at },
      };
    };
    await this.stream.append(tenant.id, decide, traceparent);
    return ok({ code, name, minor_unit_decimals });
  }

  @Get()
  @ApiOperation({ summary: "List a tenant's currencies" })
  async list(@Param('slug') slug: string, @Query() page: PageQuery): Promise<Envelope<CurrencyView[]>> {
    const tenant = await this.tenants.bySlug(slug);
    return ok(await this.queries.currencies(tenant.id, page));
  }
}
