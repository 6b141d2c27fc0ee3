import { Body, Get, Post, Query } from '@nestjs/common';
import { addAllowListEntry, endAllowListEntry } from '@probity/contracts/allow-list/commands';
import { AllowListEntry } from '@probity/contracts/allow-list/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { TimeSource } from '@probity/platform/time-source';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { AllowListQueries } from '@probity/read-side/allow-list/allow-list-queries';
import { By, type Officer } from '../auth/staff-caller';
import { FourEyes } from '../proposals/four-eyes';
import { type Review, reviewedIn, UnderReview } from '../proposals/review';
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { timestampOf } from '../times/timestamp';
import { AllowCounterpartyBody, AllowListQuery } from './allow-list.dto';

/** Counterparties of customers that match a list entry and are not the listed one. */
@ApiController('Allow-list', 'tenants/:slug/allow-list')
export class AllowListController {
  constructor(
    private readonly queries: AllowListQueries,
    private readonly alerts: AlertQueries,
    private readonly commands: CommandBus,
    private readonly fourEyes: FourEyes,
    private readonly time: TimeSource,
  ) {}

  @Get()
  @ApiRoute({ summary: 'List the allow-list, newest first', permission: 'read_customers', list: AllowListEntry })
  list(@Tenant() tenant: TenantView, @Query() { limit, offset, ...filter }: AllowListQuery) {
    return this.queries.entries(tenant.id, { limit, offset }, filter, this.time.now());
  }

  @Get(':allowListEntryId')
  @ApiRoute({ summary: 'Read an entry of the allow-list', permission: 'read_customers', data: AllowListEntry })
  read(@Tenant() tenant: TenantView, @Id('allowListEntryId') entryId: string) {
    return this.entry(tenant, entryId);
  }

  @Post()
  @ApiRoute({
    summary: 'Add the counterparty of an alert: its match with the same list entry raises no alert for the customer',
    description:
      'The entry covers no longer when it ends, when staff end it, and when the names or other compared data of the list ' +
      'entry change. Then the next match raises a new alert.',
    permission: 'decide',
    status: 200,
    data: AllowListEntry,
    reviewed: true,
    missing: 'alert',
    refusals: ['alert_not_about_counterparty', 'allow_list_entry_exists'],
  })
  async add(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { alert_id: given, until: end, reason }: AllowCounterpartyBody,
  ) {
    const alert_id = given.toLowerCase();
    const until = timestampOf(end)!;
    const alert = found('alert', alert_id, await this.alerts.alert(tenant.id, alert_id));
    const { customer_id, status, alert_type, severity } = alert;
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'allow_counterparty',
      subject: ['alert', alert_id],
      summary: `add the counterparty of the alert to the allow-list until ${until.slice(0, 10)}`,
      reason,
      needed: ({ allow_list }) => allow_list,
      state: { status },
      shown: { alert_type, severity, status, until },
    });
    if (pending) return pending;
    const request = { tenant_id: tenant.id, customer_id, alert_id, until, reason };
    return this.commands.send(addAllowListEntry, { ...request, ...reviewedIn(review), ...by });
  }

  @Post(':allowListEntryId/end')
  @ApiRoute({
    summary: 'End an entry of the allow-list before its time; the next match raises a new alert',
    permission: 'work_on_cases',
    status: 200,
    data: AllowListEntry,
    refusals: ['allow_list_entry_ended'],
  })
  async end(
    @Tenant() tenant: TenantView,
    @Id('allowListEntryId') entryId: string,
    @By() by: Officer,
    @Body() { reason }: ReasonBody,
  ) {
    const { customer_id } = await this.entry(tenant, entryId);
    const about = { tenant_id: tenant.id, customer_id, allow_list_entry_id: entryId };
    return this.commands.send(endAllowListEntry, { ...about, reason, ...by });
  }

  private async entry(tenant: TenantView, entryId: string): Promise<AllowListEntry> {
    return found('allow-list entry', entryId, await this.queries.entry(tenant.id, entryId, this.time.now()));
  }
}
