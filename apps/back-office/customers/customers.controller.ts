import { Body, Get, Inject, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { from } from 'rxjs';
import { CaseFile } from '@probity/contracts/case-files/views';
import { assessCustomer, changeKycStatus } from '@probity/contracts/customers/commands';
import {
  CustomerSummary,
  CustomerView,
  ReassessmentProgress,
  RiskHistoryItem,
} from '@probity/contracts/customers/views';
import { RiskView } from '@probity/contracts/customers/risk-view';
import { CommandBus } from '@probity/messaging/command-bus';
import { found, notFound } from '@probity/platform/errors';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Id } from '@probity/platform/http/id.decorator';
import type { Logger } from '@probity/platform/logging';
import { reviewedCustomer } from '@probity/read-side/customers/reviewed-customer';
import { CaseFileQueries } from '@probity/read-side/cases/case-file-queries';
import { CustomerQueries } from '@probity/read-side/customers/customer-queries';
import { RiskViews } from '@probity/read-side/customers/risk-view';
import { LOGGER } from '@probity/platform/logger.token';
import { ReasonBody } from '../staff/decision.dto';
import { sendProgress } from '../streaming/progress-lines';
import { Tenant } from '../tenants/tenant.decorator';
import { CustomersQuery, KycStatusBody } from './customer.dto';
import { reassessCustomers } from './reassess-customers';
import { actorOf, By, type Officer } from '../auth/staff-caller';
import { FourEyes } from '../proposals/four-eyes';
import { type Review, reviewedIn, UnderReview } from '../proposals/review';

@ApiController('Customers', 'tenants/:slug/customers')
export class CustomersController {
  constructor(
    private readonly queries: CustomerQueries,
    private readonly files: CaseFileQueries,
    private readonly riskViews: RiskViews,
    private readonly commands: CommandBus,
    private readonly fourEyes: FourEyes,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @ApiRoute({ summary: "List a tenant's customers, oldest first", permission: 'read_customers', list: CustomerSummary })
  list(@Tenant() tenant: TenantView, @Query() { limit, offset, ...filter }: CustomersQuery) {
    return this.queries.customers(tenant.id, { limit, offset }, filter);
  }

  @Get('same-email')
  @ApiRoute({
    summary: 'List the customers that share an email with another customer of the tenant, grouped by email',
    permission: 'read_customers',
    list: CustomerSummary,
  })
  sameEmail(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.queries.withSameEmail(tenant.id, page);
  }

  @Get(':customerId')
  @ApiRoute({ summary: 'Read a customer', permission: 'read_customers', data: CustomerView })
  async read(@Tenant() tenant: TenantView, @Id('customerId') customerId: string) {
    return found('customer', customerId, await this.queries.customer(tenant.id, customerId));
  }

  @Get(':customerId/risk-view')
  @ApiRoute({
    summary: 'Read the current risk view of a customer: rating, scores, checks, alerts and cases',
    permission: 'read_customers',
    data: RiskView,
  })
  async riskView(@Tenant() tenant: TenantView, @Id('customerId') customerId: string) {
    return found('customer', customerId, await this.riskViews.of(tenant.id, customerId, new Date()));
  }

  @Get(':customerId/risk-history')
  @ApiRoute({
    summary: "List the changes of a customer's risk rating",
    permission: 'read_customers',
    list: RiskHistoryItem,
  })
  async riskHistory(@Tenant() tenant: TenantView, @Id('customerId') customerId: string, @Query() page: PageQuery) {
    if (!(await this.queries.customer(tenant.id, customerId))) throw notFound('customer', customerId);
    return this.queries.riskHistory(tenant.id, customerId, page);
  }

  @Get(':customerId/files')
  @ApiRoute({
    summary: 'List the files of the cases of a customer, newest first, without the removed ones',
    permission: 'read_customers',
    list: CaseFile,
  })
  async filesOf(@Tenant() tenant: TenantView, @Id('customerId') customerId: string, @Query() page: PageQuery) {
    found('customer', customerId, await this.queries.customer(tenant.id, customerId));
    return this.files.ofCustomer(tenant.id, customerId, page);
  }

  @Put(':customerId/kyc-status')
  @ApiRoute({
    summary: 'Change the KYC status of a customer; only allowed transitions are accepted',
    permission: 'decide',
    data: CustomerView,
    reviewed: true,
    refusals: ['kyc_transition_not_allowed'],
  })
  async setKycStatus(
    @Tenant() tenant: TenantView,
    @Id('customerId') customerId: string,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { to, reason }: KycStatusBody,
  ) {
    const customer = found('customer', customerId, await this.queries.customer(tenant.id, customerId));
    if (customer.kyc_status === to && !review.approved) return customer;
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'decide_kyc',
      subject: ['customer', customerId],
      summary: `change the KYC status from ${customer.kyc_status} to ${to}`,
      reason,
      needed: ({ kyc }) => kyc && (to === 'approved' || to === 'rejected'),
      // A change of the profile in between makes the proposal outdated.
      state: reviewedCustomer(customer),
      shown: { before: customer.kyc_status, after: to },
    });
    if (pending) return pending;
    const actor = { actor_type: 'staff' as const, ...actorOf(by) };
    const about = { tenant_id: tenant.id, customer_id: customerId, ...reviewedIn(review) };
    return this.commands.send(changeKycStatus, { ...about, to, reason, ...actor });
  }

  @Post('reassess')
  @ApiRoute({
    summary:
      'Score every customer again, for example after a change of the scoring model; returns its progress as lines of JSON',
    permission: 'operate_pipeline',
    status: 200,
    lines: ReassessmentProgress,
  })
  async reassess(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Body() { reason }: ReasonBody,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const tenant_id = tenant.id;
    this.logger.info({ tenant: tenant.slug, account: by.officer_id, reason }, 'all customers are scored again');
    const replies = reassessCustomers(
      (page) => this.queries.scored(tenant_id, page),
      async (customer_id) => {
        const why = `${reason} (requested by ${by.officer})`;
        const request = { tenant_id, customer_id, trigger_type: 'model_change' as const, reason: why };
        return (await this.commands.send(assessCustomer, request)).rating_changed;
      },
    );
    sendProgress(reply, from(replies), this.logger, 'a reassessment failed');
  }
}
