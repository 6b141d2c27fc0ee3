import { Get, Query } from '@nestjs/common';
import { CustomerFound } from '@probity/contracts/customers/customer-found';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Text } from '@probity/platform/http/fields/text';
import { PageQuery } from '@probity/platform/http/page.dto';
import { CustomerSearch } from '@probity/read-side/search/customer-search';
import { Tenant } from '../tenants/tenant.decorator';

const MAX_TEXT = 200;

export class CustomerSearchQuery extends PageQuery {
  @Text(MAX_TEXT, {
    example: 'petrov iv',
    description: 'beginnings of words of a name in any order; or the beginning of an email, external id or account',
  })
  q: string;
}

@ApiController('Customers', 'tenants/:slug/customers')
export class CustomerSearchController {
  constructor(private readonly search: CustomerSearch) {}

  @Get('search')
  @ApiRoute({
    summary: 'Find customers by name, email, external id, account reference or id',
    description:
      'Case, accents and the script of a name do not matter. The id of an alert or of a case finds its customer. The ' +
      'best 500 customers are found; a longer text finds others. Customers whose erasure was requested are not found.',
    permission: 'read_customers',
    list: CustomerFound,
  })
  find(@Tenant() tenant: TenantView, @Query() { q, ...page }: CustomerSearchQuery) {
    return this.search.find(tenant.id, q, page);
  }
}
