import { Get, Query } from '@nestjs/common';
import { RiskHistoryItem } from '@probity/contracts/customers/views';
import { RiskView } from '@probity/contracts/customers/risk-view';
import { found, notFound, Refusal } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Id } from '@probity/platform/http/id.decorator';
import { CustomerQueries } from '@probity/read-side/customers/customer-queries';
import { RiskViews } from '@probity/read-side/customers/risk-view';
import { EventQueries } from '@probity/read-side/pipeline/event-queries';
import { TenantId } from '../auth/tenant.decorator';
import { settled } from './settled';

const PATIENCE_MS = 5_000;

@ApiController('Customers', 'tenants/:slug/customers/:customerId')
export class RiskController {
  constructor(
    private readonly customers: CustomerQueries,
    private readonly riskViews: RiskViews,
    private readonly events: EventQueries,
  ) {}

  /** Waits for the outcome of every event that was accepted before, so that no decision is made without one. */
  @Get('risk-view')
  @ApiRoute({
    noStore: true,
    summary: 'Read what is known of a customer’s risk, for a decision now',
    description:
      'Everything that was acknowledged before the request is in the answer. It is never to be kept: read it again ' +
      'for the next decision.',
    data: RiskView,
    unavailable: '`risk_view_behind`: events of the customer are still in processing, so ask again',
  })
  async view(@TenantId() tenantId: string, @Id('customerId') customerId: string) {
    // Events that come while it waits are none of those that were acknowledged before.
    let upTo: string | null = null;
    const pending = await settled(async () => {
      const left = await this.events.pendingOf(tenantId, customerId, upTo);
      upTo ??= left.newest;
      return left.pending;
    }, PATIENCE_MS);
    if (pending > 0 && !(await this.customers.customer(tenantId, customerId))) throw notFound('customer', customerId);
    if (pending > 0) throw riskViewBehind(pending);
    return found('customer', customerId, await this.riskViews.of(tenantId, customerId, new Date()));
  }

  @Get('risk-history')
  @ApiRoute({ summary: 'List the changes of a customer’s risk rating, oldest first', list: RiskHistoryItem })
  async history(@TenantId() tenantId: string, @Id('customerId') customerId: string, @Query() page: PageQuery) {
    const items = await this.customers.riskHistory(tenantId, customerId, page);
    if (items.length === 0) found('customer', customerId, await this.customers.customer(tenantId, customerId));
    return items;
  }
}

const riskViewBehind = (pending: number): Refusal =>
  new Refusal(
    'overloaded',
    'risk_view_behind',
    `${pending} events of this customer are still in processing after ${PATIENCE_MS / 1000} s; ask again`,
  );
