import { Controller } from '@nestjs/common';
import { closeCase } from '@probity/contracts/cases/commands';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { TimeSource } from '@probity/platform/time-source';
import { Cases } from './cases';
import { decideClosing } from './decide-case';

@Controller()
export class CloseCaseHandler {
  constructor(
    private readonly cases: Cases,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(closeCase)
  handle(
    { tenant_id, case_id, outcome, reason, officer }: RequestOf<typeof closeCase>,
    { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof closeCase>> {
    return this.cases.change(tenant_id, case_id, traceparent, (state) => {
      const data = decideClosing(state, outcome, { officer, text: reason }, this.time.now().toISOString());
      return data && { event: { type: 'CaseClosed', data } };
    });
  }
}
