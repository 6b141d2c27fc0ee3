import { Controller } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { updateRule } from '@probity/contracts/monitoring-rules/commands';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Rules } from './rules';

@Controller()
export class UpdateRuleHandler {
  constructor(private readonly rules: Rules) {}

  @OnCommand(updateRule)
  async handle(
    { tenant_id, rule_id, ...change }: RequestOf<typeof updateRule>,
    { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof updateRule>> {
    return this.rules.update(tenant_id, rule_id, change, traceparent);
  }
}
