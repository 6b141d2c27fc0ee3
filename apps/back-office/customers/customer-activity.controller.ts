import { Get, Query } from '@nestjs/common';
import { CustomerNetwork } from '@probity/contracts/customers/network';
import { Timeline } from '@probity/contracts/customers/timeline';
import { CustomerTransactions, TransactionSums } from '@probity/contracts/customers/transactions';
import type { TenantView } from '@probity/contracts/tenants/views';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { TimeSource } from '@probity/platform/time-source';
import { NetworkQueries } from '@probity/read-side/customers/network-queries';
import { TimelineQueries } from '@probity/read-side/customers/timeline-queries';
import { TransactionQueries } from '@probity/read-side/customers/transaction-queries';
import { Tenant } from '../tenants/tenant.decorator';
import { WRONG_DAY } from '../times/day';
import { periodOf, WRONG_PERIOD } from '../times/period';
import { kindsOf, TimelineQuery, TransactionsQuery, TransactionSumsQuery, WRONG_PLACE } from './customer-activity.dto';

const USUAL_DAYS = 90;

/** What a customer did, and what happened to it. */
@ApiController('Customers', 'tenants/:slug/customers/:customerId')
export class CustomerActivityController {
  constructor(
    private readonly timelines: TimelineQueries,
    private readonly transactions: TransactionQueries,
    private readonly networks: NetworkQueries,
    private readonly time: TimeSource,
  ) {}

  @Get('timeline')
  @ApiRoute({
    summary: 'Read what happened to a customer as one list, newest first',
    description:
      'Events of the institution that were processed, alerts, decisions, cases, changes of the KYC status and of the ' +
      'profile, signals of providers and changes of the rating. Scorings that did not change the rating are in the ' +
      'audit trail only.',
    permission: 'read_customers',
    data: Timeline,
    refusals: [WRONG_PLACE],
  })
  async timeline(@Tenant() tenant: TenantView, @Id('customerId') customerId: string, @Query() query: TimelineQuery) {
    const page = { limit: query.limit, before: query.before, kinds: kindsOf(query) };
    return found('customer', customerId, await this.timelines.of(tenant.id, customerId, page));
  }

  @Get('transactions')
  @ApiRoute({
    summary: "List a customer's transactions, newest first",
    permission: 'read_customers',
    data: CustomerTransactions,
    refusals: [WRONG_DAY, WRONG_PLACE],
  })
  async list(
    @Tenant() tenant: TenantView,
    @Id('customerId') customerId: string,
    @Query() { limit, before, ...filter }: TransactionsQuery,
  ) {
    const page = { limit, before };
    return found('customer', customerId, await this.transactions.of(tenant.id, customerId, page, filter));
  }

  @Get('transactions/sums')
  @ApiRoute({
    summary: "Sum a customer's transactions by day or week",
    description:
      'In the reference currency, as the amounts were converted when the events were processed. Transactions without ' +
      'a rate are in no sum; `without_rate` lists them.',
    permission: 'read_customers',
    data: TransactionSums,
    refusals: [WRONG_DAY, WRONG_PERIOD],
  })
  async sums(
    @Tenant() tenant: TenantView,
    @Id('customerId') customerId: string,
    @Query() { by, ...days }: TransactionSumsQuery,
  ) {
    const period = { ...periodOf(days, USUAL_DAYS, this.time.now()), by: by ?? 'day' };
    return found('customer', customerId, await this.transactions.sums(tenant.id, customerId, period));
  }

  @Get('network')
  @ApiRoute({
    summary: "Read a customer's counterparties, and the customers that have transactions with the same",
    permission: 'read_customers',
    data: CustomerNetwork,
  })
  async network(@Tenant() tenant: TenantView, @Id('customerId') customerId: string) {
    return found('customer', customerId, await this.networks.of(tenant.id, customerId, this.time.now()));
  }
}
