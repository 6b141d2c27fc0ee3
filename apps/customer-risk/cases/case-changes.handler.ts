import { Controller } from '@nestjs/common';
import { addAlertsToCase, addCaseNote, closeCase } from '@probity/contracts/cases/commands';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { TimeSource } from '@probity/platform/time-source';
import { CaseAlerts } from './case-alerts';
import { Cases } from './cases';
import { decideClosing, decideMoreAlerts, decideNote } from './decide-case';

/** Changes of officers to an open case. */
@Controller()
export class CaseChangesHandler {
  constructor(
    private readonly cases: Cases,
    private readonly alerts: CaseAlerts,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(addAlertsToCase)
  addAlerts({ tenant_id, case_id, alert_ids, reason, ...by }: RequestOf<typeof addAlertsToCase>) {
    return this.cases.change(tenant_id, case_id, async (state) => {
      const data = decideMoreAlerts(state, alert_ids, { by, text: reason }, this.now());
      if (!data) return undefined;
      const claim = await this.alerts.take(tenant_id, data.customer_id, case_id, data.alert_ids);
      return { event: { type: 'AlertsAddedToCase', data }, claim };
    });
  }

  @OnCommand(addCaseNote)
  addNote({ tenant_id, case_id, note, ...by }: RequestOf<typeof addCaseNote>) {
    return this.cases.change(tenant_id, case_id, (state) => {
      const data = decideNote(state, { by, text: note }, this.now());
      return data && { event: { type: 'CaseNoteAdded', data } };
    });
  }

  @OnCommand(closeCase)
  close({ tenant_id, case_id, outcome, reason, ...by }: RequestOf<typeof closeCase>) {
    return this.cases.change(tenant_id, case_id, (state) => {
      const data = decideClosing(state, outcome, { by, text: reason }, this.now());
      return data && { event: { type: 'CaseClosed', data } };
    });
  }

  private now(): string {
    return this.time.now().toISOString();
  }
}
