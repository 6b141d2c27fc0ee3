import { Controller } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { changeKycStatus } from '@probity/contracts/customers/commands';
import type { CustomerEvent } from '@probity/contracts/customers/events';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { CUSTOMER, evolveCustomer, viewOf } from '../customers/customer-state';
import { type AssessmentCause } from '../risk/decide-assessment';
import { Assessments } from '../risk/assessments';
import { Streams, untilNotOvertaken } from '../streams/streams';
import { TimeSource } from '@probity/platform/time-source';
import { decideKycChange } from './decide-kyc-change';

/** A repeated command finds the status where it should be, and changes nothing. */
@Controller()
export class ChangeKycStatusHandler {
  constructor(
    private readonly streams: Streams,
    private readonly assessments: Assessments,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(changeKycStatus)
  async handle(
    request: RequestOf<typeof changeKycStatus>,
    { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof changeKycStatus>> {
    const { tenant_id, customer_id, to, reason, actor_type, actor } = request;
    const cause: AssessmentCause = {
      trigger_type: 'kyc_change',
      reason: `kyc_status was moved to ${to}: ${reason}`,
      actor_type,
      actor,
    };
    await untilNotOvertaken(async () => {
      const { state, events, revision } = await this.assessments.load(tenant_id, customer_id);
      const changed = decideKycChange(state, request, this.time.now().toISOString());
      if (!changed) return this.streams.ensureProjected(CUSTOMER, { state, events, revision });
      const kyc: CustomerEvent = { type: 'KycStatusChanged', data: changed };
      const assessed = await this.assessments.next(evolveCustomer(state, kyc), cause);
      const appended: CustomerEvent[] = assessed ? [kyc, { type: 'RiskAssessed', data: assessed }] : [kyc];
      await this.streams.append(CUSTOMER, customer_id, revision, appended, { traceparent });
    });
    const { state } = await this.assessments.settle(tenant_id, customer_id, cause, traceparent);
    return viewOf(state);
  }
}
