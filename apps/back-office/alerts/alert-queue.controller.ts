import { Body, Get, Post, Put, Query } from '@nestjs/common';
import { assignAlert, snoozeAlert, tagAlert } from '@probity/contracts/alerts/commands';
import { AlertDetail, Assignee, StaffAlert } from '@probity/contracts/alerts/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { PageQuery } from '@probity/platform/http/page.dto';
import { TimeSource } from '@probity/platform/time-source';
import { AlertQueue } from '@probity/read-side/alerts/alert-queue';
import { By, Caller, type Officer, type StaffCaller } from '../auth/staff-caller';
import { Tenant } from '../tenants/tenant.decorator';
import { timestampOf } from '../times/timestamp';
import { AlertQueueQuery, AssignAlertBody, SnoozeAlertBody, TagAlertBody } from './alert-queue.dto';
import { accountNamed, Assignees } from './assignees';

/** How staff share out the alerts that are not closed. */
@ApiController('Alerts', 'tenants/:slug/alerts')
export class AlertQueueController {
  constructor(
    private readonly queue: AlertQueue,
    private readonly assignees: Assignees,
    private readonly commands: CommandBus,
    private readonly time: TimeSource,
  ) {}

  @Get('queue')
  @ApiRoute({
    summary: 'List the alerts that are not closed, those due first at the top',
    description: 'The setting `queue.due_hours` says after how many hours an alert of each severity is due.',
    permission: 'read_customers',
    list: StaffAlert,
    refusals: ['invalid_assignee'],
  })
  list(@Tenant() tenant: TenantView, @Caller() caller: StaffCaller, @Query() query: AlertQueueQuery) {
    const { limit, offset, assignee, only, ...filter } = query;
    return this.queue.list(
      tenant.id,
      { limit, offset },
      {
        ...filter,
        ...(assignee !== undefined && { assignee_id: accountNamed(assignee, caller) }),
        overdue: only === 'overdue' ? true : undefined,
        snoozed: only === 'snoozed',
      },
      this.time.now(),
    );
  }

  @Get('assignees')
  @ApiRoute({
    summary: 'List the staff to whom alerts can be assigned, by name',
    permission: 'work_on_cases',
    list: Assignee,
  })
  staff(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.assignees.list(tenant, page);
  }

  @Post(':alertId/assign')
  @ApiRoute({
    summary: 'Assign an alert to a member of staff',
    permission: 'work_on_cases',
    status: 200,
    data: AlertDetail,
    refusals: ['alert_closed', 'alert_assigned', 'invalid_assignee'],
  })
  async assign(
    @Tenant() tenant: TenantView,
    @Id('alertId') alertId: string,
    @Caller() caller: StaffCaller,
    @By() by: Officer,
    @Body() { assignee, if_unassigned }: AssignAlertBody,
  ) {
    return this.commands.send(assignAlert, {
      tenant_id: tenant.id,
      alert_id: alertId,
      ...(await this.assignees.assignee(assignee, caller, tenant)),
      ...(if_unassigned && { if_unassigned }),
      ...by,
    });
  }

  @Post(':alertId/snooze')
  @ApiRoute({
    summary: 'Put an alert off until a time; it stays active, and is due as before',
    permission: 'work_on_cases',
    status: 200,
    data: AlertDetail,
    refusals: ['alert_closed'],
  })
  snooze(
    @Tenant() tenant: TenantView,
    @Id('alertId') alertId: string,
    @By() by: Officer,
    @Body() { until, reason }: SnoozeAlertBody,
  ) {
    const request = { tenant_id: tenant.id, alert_id: alertId, until: timestampOf(until) ?? null, reason, ...by };
    return this.commands.send(snoozeAlert, request);
  }

  @Put(':alertId/tags')
  @ApiRoute({
    summary: 'Replace the tags of an alert; a tag is a word of yours, without personal data',
    permission: 'work_on_cases',
    data: AlertDetail,
  })
  tag(@Tenant() tenant: TenantView, @Id('alertId') alertId: string, @By() by: Officer, @Body() { tags }: TagAlertBody) {
    return this.commands.send(tagAlert, { tenant_id: tenant.id, alert_id: alertId, tags, ...by });
  }
}
