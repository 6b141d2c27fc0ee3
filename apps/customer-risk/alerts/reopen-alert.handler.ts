import { Controller } from '@nestjs/common';
import { reopenAlert } from '@probity/contracts/alerts/commands';
import type { AlertDetail } from '@probity/contracts/alerts/views';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { officerIn } from '@probity/contracts/staff/officer';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { AlertQueue } from '@probity/read-side/alerts/alert-queue';
import { officerActor } from '@probity/read-side/audit/audit-entry';
import { closedAlertAsSeen, refuseUnlessAsSeen } from '@probity/read-side/proposals/as-seen';
import { Customers } from '../customers/customers';
import { Assessments } from '../risk/assessments';
import { ALERT } from './alert-state';
import { RaiseAlerts } from './raise-alerts';
import { alertToReopen, refuseOtherReopening, reopenedAlertId } from './reopen-alert';

/**
 * Reopens closed alerts: raises another alert about the same, which names the closed one. Then the customer is scored
 * again. A repeated command has one effect.
 */
@Controller()
export class ReopenAlertHandler {
  constructor(
    private readonly store: AggregateStore,
    private readonly customers: Customers,
    private readonly alerts: RaiseAlerts,
    private readonly assessments: Assessments,
    private readonly queue: AlertQueue,
  ) {}

  @OnCommand(reopenAlert)
  async reopen({ tenant_id, alert_id, reason, as_seen, ...by }: RequestOf<typeof reopenAlert>): Promise<AlertDetail> {
    const { state } = await this.store.loadOf(tenant_id, ALERT, alert_id);
    const reopening = { alert_id, reason, ...officerIn(by) };
    const alert = alertToReopen(state);
    refuseUnlessAsSeen('alert', closedAlertAsSeen(state), as_seen);
    const { customer_id, title } = state.raised;
    await this.customers.load(tenant_id, customer_id); // of a customer that was erased, nothing is raised
    const raised = await this.alerts.raise({ tenant_id, customer_id, reopened: reopening }, [alert]);
    const id = reopenedAlertId(alert_id);
    if (raised.length === 0) {
      const before = await this.store.loadOf(tenant_id, ALERT, id);
      refuseOtherReopening(before.state, reopening);
    }
    const officer = officerIn(by);
    await this.assessments.settle(tenant_id, customer_id, {
      trigger_type: 'alert_decision',
      reason: `the alert "${title}" was reopened by ${officer.officer}: ${reason}`,
      actor_type: 'staff',
      actor: officerActor(officer),
      ...(officer.officer_id !== undefined && { actor_name: officer.officer }),
    });
    const detail = await this.queue.alert(tenant_id, id);
    if (!detail) throw new Error(`alert ${id} is stored in its stream but is not on the read side`);
    return detail;
  }
}
