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

  /** Waits for the outcome of every event that was accepted before, so that no decision ignores an event. */
  @Get('risk-view')
  @ApiRoute({
    summary: 'Read the current risk view of a customer, to make a decision',
    description:
      'The response reflects everything that was acknowledged before the request. Do not store it: read it again ' +
      'for the next decision.',
    data: RiskView,
    waits: true,
    unavailable: '`risk_view_behind`: events of the customer are still in processing; retry',
  })
  async view(@TenantId() tenantId: string, @Id('customerId') customerId: string) {
    // Events that arrive during the wait are ignored, because they were not acknowledged before the request.
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
    `${pending} events of this customer are still in processing after ${PATIENCE_MS / 1000} s; retry`,
  );
