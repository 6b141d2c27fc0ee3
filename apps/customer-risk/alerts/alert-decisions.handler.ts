import { Controller } from '@nestjs/common';
import { dismissAlert, escalateAlert, resolveAlert } from '@probity/contracts/alerts/commands';
import type { AlertDetail } from '@probity/contracts/alerts/views';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { AlertQueue } from '@probity/read-side/alerts/alert-queue';
import { officerActor } from '@probity/read-side/audit/audit-entry';
import { alertAsSeen, refuseUnlessAsSeen } from '@probity/read-side/proposals/as-seen';
import { refuseUnlessReviewed } from '@probity/read-side/proposals/refuse-unless-reviewed';
import { Assessments } from '../risk/assessments';
import { TimeSource } from '@probity/platform/time-source';
import { ALERT } from './alert-state';
import { type AlertDecisionMade, decideAlert } from './decide-alert';
import { officerIn } from '@probity/contracts/staff/officer';

/** What the sender of a command saw. */
type Compared = Pick<RequestOf<typeof resolveAlert>, 'reviewed' | 'as_seen'>;

/**
 * Decisions of officers on alerts. After each decision the customer is scored again. If a crash prevents the
 * scoring, the repeated command scores the customer.
 */
@Controller()
export class AlertDecisionsHandler {
  constructor(
    private readonly store: AggregateStore,
    private readonly assessments: Assessments,
    private readonly queue: AlertQueue,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(resolveAlert)
  resolve({ tenant_id, alert_id, reason, resolution, reviewed, as_seen, ...by }: RequestOf<typeof resolveAlert>) {
    const made = { decision: 'resolved' as const, resolution, reason, ...officerIn(by) };
    return this.decide(tenant_id, alert_id, made, { reviewed, as_seen });
  }

  @OnCommand(dismissAlert)
  dismiss({ tenant_id, alert_id, reason, reviewed, as_seen, ...by }: RequestOf<typeof dismissAlert>) {
    const made = { decision: 'dismissed' as const, reason, ...officerIn(by) };
    return this.decide(tenant_id, alert_id, made, { reviewed, as_seen });
  }

  @OnCommand(escalateAlert)
  escalate({ tenant_id, alert_id, reason, ...by }: RequestOf<typeof escalateAlert>) {
    return this.decide(tenant_id, alert_id, { decision: 'escalated', reason, ...officerIn(by) });
  }

  private async decide(
    tenantId: string,
    alertId: string,
    made: AlertDecisionMade,
    { reviewed, as_seen }: Compared = {},
  ): Promise<AlertDetail> {
    const { loaded } = await this.store.changeOf(tenantId, ALERT, alertId, ({ state }) => {
      const event = decideAlert(state, made, this.time.now().toISOString());
      if (!event) return undefined;
      const { severity, source } = state.raised;
      refuseUnlessAsSeen('alert', alertAsSeen({ status: state.status, severity, source }), as_seen);
      refuseUnlessReviewed('alert', { status: state.status }, reviewed);
      return { events: [event] };
    });
    const { raised } = loaded.state;
    const how = made.decision === 'resolved' ? `resolved as ${made.resolution}` : made.decision;
    const cause = {
      trigger_type: 'alert_decision' as const,
      reason: `the alert "${raised.title}" was ${how} by ${made.officer}: ${made.reason}`,
      actor_type: 'staff' as const,
      actor: officerActor(made),
      ...(made.officer_id !== undefined && { actor_name: made.officer }),
    };
    await this.assessments.settle(tenantId, raised.customer_id, cause);
    const detail = await this.queue.alert(tenantId, alertId);
    if (!detail) throw new Error(`alert ${alertId} is stored in its stream but is not on the read side`);
    return detail;
  }
}
