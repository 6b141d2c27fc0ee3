import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { createRule } from '@probity/contracts/monitoring-rules/commands';
import type { MessageContext } from '@probity/messaging/command-call';
import { Rules } from './rules';

@Controller()
export class CreateRuleHandler {
  constructor(private readonly rules: Rules) {}

  @MessagePattern(createRule.name)
  async handle(
    @Payload() { tenant_id, rule_id, mode, definition, actor }: RequestOf<typeof createRule>,
    @Ctx() { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof createRule>> {
    return this.rules.create(tenant_id, rule_id, { mode, definition, actor }, traceparent);
  }
}
