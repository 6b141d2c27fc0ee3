import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { from } from 'rxjs';
import { assessCustomer, changeKycStatus } from '@probity/contracts/customers/commands';
import type { CustomerSummary, CustomerView, RiskHistoryItem, RiskView } from '@probity/contracts/customers/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import type { Logger } from '@probity/platform/logging';
import { CustomerQueries } from '@probity/read-side/customers/customer-queries';
import { RiskViews } from '@probity/read-side/customers/risk-view';
import { LOGGER } from '../logger.token';
import { DecisionBody, staff } from '../staff/decision.dto';
import { NDJSON, progressLines } from '../streaming/progress-lines';
import { Tenants } from '../tenants/tenants';
import { CustomersQuery, KycStatusBody } from './customer.dto';
import { reassessCustomers } from './reassess-customers';

@Controller('tenants/:slug/customers')
@ApiTags('Customers')
@ApiBearerAuth()
export class CustomersController {
  constructor(
    private readonly tenants: Tenants,
    private readonly queries: CustomerQueries,
    private readonly riskViews: RiskViews,
    private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @ApiOperation({ summary: "List a tenant's customers, oldest first" })
  async list(@Param('slug') slug: string, @Query() query: CustomersQuery): Promise<Envelope<CustomerSummary[]>> {
    const tenant = await this.tenants.bySlug(slug);
    const { limit, offset, ...filter } = query;
    return ok(await this.queries.customers(tenant.id, { limit, offset }, filter));
  }

  @Get(':customerId')
  @ApiOperation({ summary: 'Read a customer' })
  async read(
    @Param('slug') slug: string,
    @Param('customerId', UuidPipe) customerId: string,
  ): Promise<Envelope<CustomerView>> {
    const tenant = await this.tenants.bySlug(slug);
    const customer = await this.queries.customer(tenant.id, customerId);
    if (!customer) throw notFound('customer', customerId);
    return ok(customer);
  }

  @Get(':customerId/risk-view')
  @ApiOperation({ summary: 'Read everything that says how risky a customer is, as it is now' })
  async riskView(
    @Param('slug') slug: string,
    @Param('customerId', UuidPipe) customerId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<RiskView>> {
    const tenant = await this.tenants.bySlug(slug);
    const view = await this.riskViews.of(tenant.id, customerId, new Date());
    if (!view) throw notFound('customer', customerId);
    void reply.header('cache-control', 'no-store');
    return ok(view);
  }

  @Get(':customerId/risk-history')
  @ApiOperation({ summary: "List the changes of a customer's rating" })
  async riskHistory(
    @Param('slug') slug: string,
    @Param('customerId', UuidPipe) customerId: string,
    @Query() page: PageQuery,
  ): Promise<Envelope<RiskHistoryItem[]>> {
    const tenant = await this.tenants.bySlug(slug);
    if (!(await this.queries.customer(tenant.id, customerId))) throw notFound('customer', customerId);
    return ok(await this.queries.riskHistory(tenant.id, customerId, page));
  }

  @Put(':customerId/kyc-status')
  @ApiOperation({ summary: 'Move the KYC status of a customer, along the allowed transitions' })
  async setKycStatus(
    @Param('slug') slug: string,
    @Param('customerId', UuidPipe) customerId: string,
    @Body() { to, reason, officer }: KycStatusBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<CustomerView>> {
    const tenant = await this.tenants.bySlug(slug);
    const actor = { actor_type: 'staff' as const, actor: staff(officer) };
    const request = { tenant_id: tenant.id, customer_id: customerId, to, reason, ...actor };
    return ok(await this.commands.send(changeKycStatus, request, traceparent));
  }

  @Post('reassess')
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Score every customer again, as after a change of the scoring model; answers its progress as lines of JSON',
  })
  async reassess(
    @Param('slug') slug: string,
    @Body() { reason, officer }: DecisionBody,
    @Traceparent() traceparent: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { id: tenant_id } = await this.tenants.bySlug(slug);
    this.logger.info({ tenant: slug, officer, reason }, 'all customers are scored again');
    const replies = reassessCustomers(
      (page) => this.queries.customers(tenant_id, page, {}),
      async (customer_id) => {
        const why = `${reason} (asked for by ${officer})`;
        const request = { tenant_id, customer_id, trigger_type: 'model_change' as const, reason: why };
        return (await this.commands.send(assessCustomer, request, traceparent)).rating_changed;
      },
    );
    void reply
      .type(NDJSON)
      .send(progressLines(from(replies), (err) => this.logger.error({ err }, 'a reassessment failed')));
  }
}
