import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { changeKycStatus } from '@probity/contracts/customers/commands';
import type { CustomerEvent } from '@probity/contracts/customers/events';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { reviewedCustomer } from '@probity/read-side/customers/reviewed-customer';
import { refuseUnlessReviewed } from '@probity/read-side/proposals/refuse-unless-reviewed';
import { evolveCustomer, viewOf } from '../customers/customer-state';
import { Customers } from '../customers/customers';
import { type AssessmentCause } from '../risk/decide-assessment';
import { Assessments } from '../risk/assessments';
import { TimeSource } from '@probity/platform/time-source';
import { decideKycChange } from './decide-kyc-change';

/** A repeated command finds the status already set, and changes nothing. */
@Controller()
export class ChangeKycStatusHandler {
  constructor(
    private readonly customers: Customers,
    private readonly assessments: Assessments,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(changeKycStatus)
  async handle(request: RequestOf<typeof changeKycStatus>) {
    const { tenant_id, customer_id, to, reason, actor_type, actor, actor_name } = request;
    const cause: AssessmentCause = {
      trigger_type: 'kyc_change',
      reason: `kyc_status was changed to ${to}: ${reason}`,
      actor_type,
      actor,
      ...(actor_name !== undefined && { actor_name }),
    };
    await this.customers.change(tenant_id, customer_id, async (state) => {
      const changed = decideKycChange(state, request, this.time.now().toISOString());
      if (!changed) return undefined;
      refuseUnlessReviewed('customer', reviewedCustomer(viewOf(state)), request.reviewed);
      const kyc: CustomerEvent = { type: 'KycStatusChanged', data: changed };
      return { events: [kyc, ...(await this.assessments.next(evolveCustomer(state, kyc), cause))] };
    });
    return viewOf(await this.assessments.settle(tenant_id, customer_id, cause));
  }
}
