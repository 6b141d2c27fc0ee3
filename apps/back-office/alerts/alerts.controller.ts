import { Body, Get, Post, Query } from '@nestjs/common';
import { dismissAlert, escalateAlert, reopenAlert, resolveAlert } from '@probity/contracts/alerts/commands';
import { AlertDetail, StaffAlert } from '@probity/contracts/alerts/views';
import type { Proposal } from '@probity/contracts/proposals/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found, invalid } from '@probity/platform/errors';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { AlertQueries, type StoredAlert } from '@probity/read-side/alerts/alert-queries';
import { AlertQueue } from '@probity/read-side/alerts/alert-queue';
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { alertFilter, StaffAlertsQuery } from './staff-alerts.query';
import { ResolveAlertBody } from './alert.dto';
import { isActive, needsTwoPeople } from './needs-two-people';
import { By, type Officer } from '../auth/staff-caller';
import { WRONG_DAY } from '../times/day';
import { alertAsSeen, closedAlertAsSeen } from '@probity/read-side/proposals/as-seen';
import { FourEyes } from '../proposals/four-eyes';
import { type Review, reviewedIn, UnderReview } from '../proposals/review';

@ApiController('Alerts', 'tenants/:slug/alerts')
export class AlertsController {
  constructor(
    private readonly queries: AlertQueries,
    private readonly queue: AlertQueue,
    private readonly commands: CommandBus,
    private readonly fourEyes: FourEyes,
  ) {}

  @Get()
  @ApiRoute({
    summary: "List a tenant's alerts, newest first; with a period of decisions, those decided last first",
    permission: 'read_customers',
    list: StaffAlert,
    refusals: [WRONG_DAY],
  })
  list(@Tenant() tenant: TenantView, @Query() query: StaffAlertsQuery) {
    const { limit, offset } = query;
    return this.queue.all(tenant.id, { limit, offset }, alertFilter(query));
  }

  @Get(':alertId')
  @ApiRoute({
    summary: 'Read an alert with its evidence and decisions',
    permission: 'read_customers',
    data: AlertDetail,
  })
  async read(@Tenant() tenant: TenantView, @Id('alertId') alertId: string) {
    return found('alert', alertId, await this.queue.alert(tenant.id, alertId));
  }

  @Post(':alertId/resolve')
  @ApiRoute({
    summary: 'Close an alert that you have handled; its customer is scored again',
    permission: 'decide',
    status: 200,
    data: AlertDetail,
    reviewed: true,
    refusals: ['alert_closed'],
  })
  async resolve(
    @Tenant() tenant: TenantView,
    @Id('alertId') alertId: string,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() body: ResolveAlertBody,
  ) {
    const { resolution, reason } = body;
    const alert = found('alert', alertId, await this.queries.alert(tenant.id, alertId));
    const change = { summary: `resolve the alert as ${resolution}`, reason };
    const pending = await this.review(review, tenant, alert, change);
    if (pending) return pending;
    return this.commands.send(resolveAlert, {
      ...decision(tenant, alertId, by, body),
      ...reviewedIn(review),
      as_seen: alertAsSeen(alert),
      resolution,
    });
  }

  @Post(':alertId/dismiss')
  @ApiRoute({
    summary: 'Close an alert as a false positive; the same customer and list entry raise no further alert',
    permission: 'decide',
    status: 200,
    data: AlertDetail,
    reviewed: true,
    refusals: ['alert_closed'],
  })
  async dismiss(
    @Tenant() tenant: TenantView,
    @Id('alertId') alertId: string,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() body: ReasonBody,
  ) {
    const change = { summary: 'dismiss the alert as a false positive', reason: body.reason };
    const alert = found('alert', alertId, await this.queries.alert(tenant.id, alertId));
    const pending = await this.review(review, tenant, alert, change);
    if (pending) return pending;
    const compared = { ...reviewedIn(review), as_seen: alertAsSeen(alert) };
    return this.commands.send(dismissAlert, { ...decision(tenant, alertId, by, body), ...compared });
  }

  @Post(':alertId/escalate')
  @ApiRoute({
    summary: 'Mark an alert for a closer review; it stays active',
    permission: 'work_on_cases',
    status: 200,
    data: AlertDetail,
    refusals: ['alert_closed', 'alert_escalated'],
  })
  escalate(@Tenant() tenant: TenantView, @Id('alertId') alertId: string, @By() by: Officer, @Body() body: ReasonBody) {
    return this.commands.send(escalateAlert, decision(tenant, alertId, by, body));
  }

  @Post(':alertId/reopen')
  @ApiRoute({
    summary: 'Raise a closed alert again: a new alert names it, and the closed one stays as it was decided',
    description: 'If its match was confirmed, and the policy demands two people for critical alerts, it is proposed.',
    permission: 'work_on_cases',
    status: 201,
    data: AlertDetail,
    reviewed: true,
    refusals: ['alert_active', 'alert_reopened'],
  })
  async reopen(
    @Tenant() tenant: TenantView,
    @Id('alertId') alertId: string,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() body: ReasonBody,
  ) {
    const { status, severity, alert_type, decisions } = found(
      'alert',
      alertId,
      await this.queries.alert(tenant.id, alertId),
    );
    const wasConfirmed = decisions.some(({ resolution }) => resolution === 'confirmed_match');
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'decide_alert',
      subject: ['alert', alertId],
      summary: 'reopen an alert whose match was confirmed',
      reason: body.reason,
      needed: ({ critical_alerts }) => critical_alerts && wasConfirmed,
      state: { status },
      shown: { severity, alert_type, status },
    });
    const as_seen = closedAlertAsSeen({ decisions });
    return pending ?? this.commands.send(reopenAlert, { ...decision(tenant, alertId, by, body), as_seen });
  }

  /** A closed alert is not proposed to be closed: the command rejects it. */
  private async review(
    review: Review,
    tenant: TenantView,
    alert: StoredAlert,
    change: { summary: string; reason: string },
  ): Promise<Proposal | undefined> {
    const { id: alertId, status, severity, alert_type } = alert;
    if (!isActive(alert) && review.mustPropose) throw invalid('alert_closed', `alert ${alertId} is ${status}`);
    if (!isActive(alert) && !review.approved) return undefined;
    return this.fourEyes.review(review, tenant, {
      action: 'decide_alert',
      subject: ['alert', alertId],
      ...change,
      needed: (policy) => needsTwoPeople(policy, alert),
      state: { status },
      shown: { severity, alert_type, status },
    });
  }
}

/** The common part of all commands that decide on an alert. */
const decision = (tenant: TenantView, alert_id: string, by: Officer, { reason }: ReasonBody) => ({
  tenant_id: tenant.id,
  alert_id,
  reason,
  ...by,
});
