import { Body, Get, Post, Query } from '@nestjs/common';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { TenantView } from '@probity/contracts/tenants/views';
import { CreateTenantBody } from './tenant.dto';
import { Tenant } from './tenant.decorator';
import { Tenants } from './tenants';
import { By, Caller, type Officer, type StaffCaller } from '../auth/staff-caller';

const SLUG_TAKEN: DocumentedRefusal = {
  code: 'slug_taken',
  message: 'slug "bank" is already used by another tenant',
  when: 'another tenant has the slug',
};

@ApiController('Tenants', 'tenants')
export class TenantsController {
  constructor(
    private readonly tenants: Tenants,
    private readonly operations: KeyedOperations,
    private readonly queries: TenantQueries,
  ) {}

  @Post()
  @ApiRoute({ summary: 'Create a tenant', permission: 'create_tenants', data: TenantView, refusals: [SLUG_TAKEN] })
  create(@By() by: Officer, @Body() { slug, name, four_eyes, reason }: CreateTenantBody) {
    return this.operations.ofRequest({ slug, name, four_eyes: four_eyes ?? true, reason }, (asked, operationId) =>
      this.tenants.create(asked, by, operationId),
    );
  }

  @Get()
  @ApiRoute({
    summary: 'List the tenants in which you have a role, oldest first; operators see all',
    permission: 'read_platform',
    list: TenantView,
  })
  list(@Caller() { roles }: StaffCaller, @Query() page: PageQuery) {
    const isOperator = roles.some(({ role }) => role === 'platform_operator');
    const own = roles.flatMap(({ tenant_id }) => tenant_id ?? []);
    return this.queries.tenants(page, isOperator ? undefined : own);
  }

  @Get(':slug')
  @ApiRoute({ summary: 'Read a tenant', permission: 'read_tenant', data: TenantView })
  read(@Tenant() tenant: TenantView) {
    return tenant;
  }
}
