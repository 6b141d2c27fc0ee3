import { Body, Get, Post, Query } from '@nestjs/common';
import type { TenantLimits } from '@probity/contracts/limits/limits';
import { createCustomer } from '@probity/contracts/customers/commands';
import { CreatedCustomer, CustomerSummary, CustomerView } from '@probity/contracts/customers/views';
import type { Actor } from '@probity/contracts/staff/officer';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { newId } from '@probity/platform/ids';
import { CustomerQueries } from '@probity/read-side/customers/customer-queries';
import { ByKey } from '../actor';
import { Limits, TenantId } from '../auth/tenant.decorator';
import { createdCustomer } from './created-customer';
import { CreateCustomerBody } from './customer.dto';
import { customerProfile } from './customer-profile';
import { CustomersQuery } from './customers-query.dto';
import { refuseTooManyParties, TOO_MANY_PARTIES } from './party-quota';

/** Rules that the schema of the body does not express. */
const WRONG_PROFILE: DocumentedRefusal = {
  code: 'invalid_field',
  message: 'date_of_birth must not be in the future',
  when: 'a date is before 1850, a date of birth is in the future, or a country is not in ISO 3166-1',
};

@ApiController('Customers', 'tenants/:slug/customers')
export class CustomersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: CustomerQueries,
  ) {}

  @Post()
  @ApiRoute({
    summary: 'Create a customer',
    description:
      'The customer is screened and rated before the response, which contains its first risk_rating. A field that is ' +
      'null, or a text that is blank, counts as absent.',
    data: CreatedCustomer,
    refusals: ['email_taken', WRONG_PROFILE, TOO_MANY_PARTIES],
  })
  async create(
    @TenantId() tenantId: string,
    @ByKey() by: Actor,
    @Limits() limits: TenantLimits,
    @Body() body: CreateCustomerBody,
  ) {
    const profile = customerProfile(body);
    refuseTooManyParties(limits, profile);
    const request = {
      tenant_id: tenantId,
      customer_id: newId(),
      profile,
      kyc_status: body.kyc_status ?? ('pending' as const),
      ...by,
    };
    return createdCustomer(await this.commands.send(createCustomer, request));
  }

  @Get()
  @ApiRoute({ summary: 'List customers, oldest first', list: CustomerSummary })
  list(@TenantId() tenantId: string, @Query() { limit, offset, ...filter }: CustomersQuery) {
    return this.queries.customers(tenantId, { limit, offset }, filter);
  }

  @Get(':customerId')
  @ApiRoute({ summary: 'Read a customer', data: CustomerView })
  async read(@TenantId() tenantId: string, @Id('customerId') customerId: string) {
    return found('customer', customerId, await this.queries.customer(tenantId, customerId));
  }
}
