import { Controller } from '@nestjs/common';
import { addAlertsToCase } from '@probity/contracts/cases/commands';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { TimeSource } from '@probity/platform/time-source';
import { CaseAlerts } from './case-alerts';
import { Cases } from './cases';
import { decideMoreAlerts } from './decide-case';

@Controller()
export class AddAlertsToCaseHandler {
  constructor(
    private readonly cases: Cases,
    private readonly alerts: CaseAlerts,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(addAlertsToCase)
  handle(
    { tenant_id, case_id, alert_ids, officer, reason }: RequestOf<typeof addAlertsToCase>,
    { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof addAlertsToCase>> {
    return this.cases.change(tenant_id, case_id, traceparent, async (state) => {
      const now = this.time.now().toISOString();
      const data = decideMoreAlerts(state, alert_ids, { officer, text: reason }, now);
      if (!data) return undefined;
      const claim = await this.alerts.take(tenant_id, data.customer_id, case_id, data.alert_ids);
      return { event: { type: 'AlertsAddedToCase', data }, claim };
    });
  }
}
