import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { updateRule } from '@probity/contracts/monitoring-rules/commands';
import type { MessageContext } from '@probity/messaging/command-call';
import { Rules } from './rules';

@Controller()
export class UpdateRuleHandler {
  constructor(private readonly rules: Rules) {}

  @MessagePattern(updateRule.name)
  async handle(
    @Payload() { tenant_id, rule_id, ...change }: RequestOf<typeof updateRule>,
    @Ctx() { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof updateRule>> {
    return this.rules.update(tenant_id, rule_id, change, traceparent);
  }
}
