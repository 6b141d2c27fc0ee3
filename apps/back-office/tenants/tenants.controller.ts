import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { TenantQueries, type TenantView } from '@probity/read-side/tenants/tenant-queries';
import { CreateTenantBody } from './tenant.dto';
import { Tenants } from './tenants';

@Controller('tenants')
@ApiTags('Tenants')
@ApiBearerAuth()
export class TenantsController {
  constructor(
    private readonly tenants: Tenants,
    private readonly queries: TenantQueries,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Create a tenant' })
  async create(
    @Body() { slug, name }: CreateTenantBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<TenantView>> {
    return ok(await this.tenants.create(slug, name, traceparent));
  }

  @Get()
  @ApiOperation({ summary: 'List tenants, oldest first' })
  async list(@Query() page: PageQuery): Promise<Envelope<TenantView[]>> {
    return ok(await this.queries.tenants(page));
  }

  @Get(':slug')
  @ApiOperation({ summary: 'Read a tenant' })
  async read(@Param('slug') slug: string): Promise<Envelope<TenantView>> {
    return ok(await this.tenants.bySlug(slug));
  }
}
