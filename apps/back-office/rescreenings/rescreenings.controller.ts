import { Body, Get, Post, Query } from '@nestjs/common';
import { cancelRescreening, startRescreening } from '@probity/contracts/rescreenings/commands';
import { Rescreening } from '@probity/contracts/rescreenings/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found, invalid } from '@probity/platform/errors';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { PageQuery } from '@probity/platform/http/page.dto';
import { newId } from '@probity/platform/ids';
import { RescreeningQueries } from '@probity/read-side/rescreenings/rescreening-queries';
import { By, type Officer } from '../auth/staff-caller';
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { StartRescreeningBody } from './rescreening.dto';

const ONLY_FOR_PREVIEWS: DocumentedRefusal = {
  code: 'invalid_field',
  message: 'threshold is only for a preview; change screening.threshold in the settings, and start again without it',
  when: 'threshold is given without preview',
};

/** Screenings of all customers, for example after a change of the threshold or the lists. */
@ApiController('Rescreenings', 'tenants/:slug/rescreenings')
export class RescreeningsController {
  constructor(
    private readonly queries: RescreeningQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'List the screenings of all customers, newest first',
    permission: 'read_customers',
    list: Rescreening,
  })
  list(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.queries.rescreenings(tenant.id, page);
  }

  @Get(':rescreeningId')
  @ApiRoute({
    summary: 'Read a screening of all customers: its progress and its result',
    permission: 'read_customers',
    data: Rescreening,
  })
  async read(@Tenant() tenant: TenantView, @Id('rescreeningId') id: string) {
    return found('rescreening', id, await this.queries.rescreening(tenant.id, id));
  }

  @Post()
  @ApiRoute({
    summary: 'Screen all customers again, or preview how many alerts that would raise',
    description: 'The response does not wait for the result. A tenant has one at a time.',
    permission: 'operate_pipeline',
    data: Rescreening,
    refusals: ['rescreening_running', ONLY_FOR_PREVIEWS],
    outcomeUnknown: 'list the rescreenings to see whether it was started',
  })
  start(@Tenant() tenant: TenantView, @By() by: Officer, @Body() body: StartRescreeningBody) {
    const { reason } = body;
    const preview = body.preview ?? false;
    const threshold = body.threshold ?? null;
    if (threshold !== null && !preview) {
      throw invalid('invalid_field', ONLY_FOR_PREVIEWS.message);
    }
    const about = { tenant_id: tenant.id, rescreening_id: newId(), preview, threshold, reason };
    return this.commands.send(startRescreening, { ...about, ...by });
  }

  @Post(':rescreeningId/cancel')
  @ApiRoute({
    summary: 'Cancel a screening of all customers; alerts that it has raised stay',
    permission: 'operate_pipeline',
    status: 200,
    data: Rescreening,
    refusals: ['rescreening_ended'],
  })
  cancel(
    @Tenant() tenant: TenantView,
    @Id('rescreeningId') rescreening_id: string,
    @By() by: Officer,
    @Body() { reason }: ReasonBody,
  ) {
    return this.commands.send(cancelRescreening, { tenant_id: tenant.id, rescreening_id, reason, ...by });
  }
}
