import { Controller } from '@nestjs/common';
import { openCase } from '@probity/contracts/cases/commands';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { invalid } from '@probity/platform/errors';
import { Customers } from '../customers/customers';
import { TimeSource } from '@probity/platform/time-source';
import { CaseAlerts } from './case-alerts';
import type { CaseState } from './case-state';
import { Cases } from './cases';
import { officerIn } from '@probity/contracts/staff/officer';

type Request = RequestOf<typeof openCase>;

@Controller()
export class OpenCaseHandler {
  constructor(
    private readonly cases: Cases,
    private readonly alerts: CaseAlerts,
    private readonly customers: Customers,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(openCase)
  async handle(request: Request) {
    const { tenant_id, case_id } = request;
    const before = await this.cases.find(case_id);
    if (before) refuseOther(request, before);
    else await this.open(request);
    return this.cases.read(tenant_id, case_id);
  }

  private async open(request: Request): Promise<void> {
    const { tenant_id, case_id, customer_id, title, reason } = request;
    await this.customers.load(tenant_id, customer_id);
    const alert_ids = [...new Set(request.alert_ids)];
    const claim = await this.alerts.take(tenant_id, customer_id, case_id, alert_ids);
    const opened_at = this.time.now().toISOString();
    const data = { case_id, tenant_id, customer_id, ...officerIn(request), title, reason, alert_ids, opened_at };
    const before = await this.cases.open(case_id, { event: { type: 'CaseOpened', data }, claim });
    if (before) refuseOther(request, before);
  }
}

/** @throws Refusal `case_id_taken` unless the case was opened by this same command */
function refuseOther({ tenant_id, customer_id, case_id, title }: Request, { opened }: CaseState): void {
  if (tenant_id === opened.tenant_id && customer_id === opened.customer_id && title === opened.title) return;
  throw invalid('case_id_taken', `case_id ${case_id} is used by another case`);
}
