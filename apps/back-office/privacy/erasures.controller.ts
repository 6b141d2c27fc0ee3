import { Body, Get, Inject, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { from } from 'rxjs';
import { eraseCustomer, recordExport, requestErasure, withdrawErasure } from '@probity/contracts/erasure/commands';
import { CustomerErasure, RetentionProgress } from '@probity/contracts/erasure/views';
import { ExportLine } from '@probity/contracts/erasure/privacy-views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found, invalid } from '@probity/platform/errors';
import { dayOf } from '@probity/read-side/customers/retention';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { PageQuery } from '@probity/platform/http/page.dto';
import type { Logger } from '@probity/platform/logging';
import { TimeSource } from '@probity/platform/time-source';
import { CustomerQueries } from '@probity/read-side/customers/customer-queries';
import { reviewedCustomer } from '@probity/read-side/customers/reviewed-customer';
import { ErasureQueries } from '@probity/read-side/customers/erasure-queries';
import { ExportQueries } from '@probity/read-side/privacy/export-queries';
import { By, type Officer } from '../auth/staff-caller';
import { FourEyes } from '../proposals/four-eyes';
import { Proposals } from '../proposals/proposals';
import { type Review, reviewedIn, UnderReview } from '../proposals/review';
import { LOGGER } from '@probity/platform/logger.token';
import { ReasonBody } from '../staff/decision.dto';
import { linesOf } from '../streaming/lines-of';
import { sendProgress } from '../streaming/progress-lines';
import { Tenant } from '../tenants/tenant.decorator';
import { TenantStream } from '../tenants/tenant-stream';
import { EraseCustomerBody, RunRetentionBody } from './erasure.dto';
import { RETENTION_PAGE, runRetention } from './run-retention';

const WRONG_END: DocumentedRefusal = {
  code: 'invalid_field',
  message: 'relationship_ended_on must not be in the future; no changes were made',
  when: 'relationship_ended_on is in the future, or before 1970',
};

@ApiController('Privacy', 'tenants/:slug')
export class ErasuresController {
  constructor(
    private readonly queries: ErasureQueries,
    private readonly customers: CustomerQueries,
    private readonly fourEyes: FourEyes,
    private readonly proposals: Proposals,
    private readonly exports: ExportQueries,
    private readonly commands: CommandBus,
    private readonly stream: TenantStream,
    private readonly time: TimeSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('customers/:customerId/erasure')
  @ApiRoute({
    summary: 'Request the erasure of a customer: it is restricted at once, and erased when its retention is over',
    permission: 'erase_customers',
    status: 200,
    data: CustomerErasure,
    reviewed: true,
    refusals: ['erasure_requested', WRONG_END],
  })
  async request(
    @Tenant() tenant: TenantView,
    @Id('customerId') customerId: string,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { relationship_ended_on, reason }: EraseCustomerBody,
  ) {
    const customer = found('customer', customerId, await this.customers.customer(tenant.id, customerId));
    if (relationship_ended_on > dayOf(this.time.now())) throw inTheFuture();
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'erase_customer',
      subject: ['customer', customerId],
      summary: `erase the customer, whose relationship ended on ${relationship_ended_on}`,
      reason,
      needed: ({ personal_data }) => personal_data,
      // A change of the profile in between makes the proposal outdated.
      state: reviewedCustomer(customer),
    });
    if (pending) return pending;
    const about = { tenant_id: tenant.id, customer_id: customerId, ...by, ...reviewedIn(review) };
    return this.commands.send(requestErasure, { ...about, relationship_ended_on, reason });
  }

  @Post('customers/:customerId/erasure/withdraw')
  @ApiRoute({
    summary: 'Withdraw the request for the erasure of a customer that is not erased yet',
    permission: 'erase_customers',
    status: 204,
  })
  async withdraw(
    @Tenant() tenant: TenantView,
    @Id('customerId') customerId: string,
    @By() by: Officer,
    @Body() { reason }: ReasonBody,
  ): Promise<void> {
    await this.commands.send(withdrawErasure, { tenant_id: tenant.id, customer_id: customerId, ...by, reason });
  }

  @Post('customers/:customerId/export')
  @ApiRoute({
    summary: 'Export everything that is kept about a customer, as lines of JSON; the audit trail records it before',
    description:
      'If two people are needed, the response is a proposal. Once it is approved, its proposer repeats the request ' +
      'within 24 hours.',
    permission: 'export_customers',
    status: 200,
    lines: ExportLine,
    reviewed: true,
  })
  async export(
    @Tenant() tenant: TenantView,
    @Id('customerId') customerId: string,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { reason }: ReasonBody,
  ) {
    found('customer', customerId, await this.customers.customer(tenant.id, customerId));
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'export_customer',
      subject: ['customer', customerId],
      summary: 'export everything that is kept about the customer',
      reason,
      needed: async ({ personal_data }) => personal_data && !(await this.proposals.wasApproved(tenant.id, review)),
      state: customerId,
    });
    if (pending) return pending;
    // The approval itself exports nothing.
    if (review.approved) return undefined;
    await this.commands.send(recordExport, { tenant_id: tenant.id, customer_id: customerId, ...by, reason });
    return linesOf(this.exports.lines(tenant.id, customerId), this.logger, 'an export of a customer failed');
  }

  @Get('erasures')
  @ApiRoute({
    summary: 'List the restricted and erased customers of a tenant; those whose relationship ended first come first',
    permission: 'read_customers',
    list: CustomerErasure,
  })
  list(@Tenant() tenant: TenantView, @Query() { limit, offset }: PageQuery) {
    return this.queries.erasures(tenant.id, { limit, offset });
  }

  @Post('retention/run')
  @ApiRoute({
    summary: 'Erase the restricted customers whose retention is over; returns its progress as lines of JSON',
    permission: 'run_retention',
    status: 200,
    lines: RetentionProgress,
  })
  async run(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Body() { dry_run, reason }: RunRetentionBody,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const now = this.time.now();
    const tenant_id = tenant.id;
    if (!dry_run) {
      const data = { tenant_id, ...by, reason, started_at: now.toISOString() };
      await this.stream.append(tenant_id, async () => ({ type: 'RetentionRunStarted', data }));
    }
    const replies = runRetention(
      dry_run,
      now,
      (after) => this.queries.toErase(tenant_id, after, now, RETENTION_PAGE),
      (customer_id) => this.commands.send(eraseCustomer, { tenant_id, customer_id, ...by, dry_run }),
    );
    sendProgress(reply, from(replies), this.logger, 'a run of the retention failed');
  }
}

const inTheFuture = () => invalid('invalid_field', WRONG_END.message);
