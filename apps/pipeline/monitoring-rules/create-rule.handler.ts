import { Controller } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { createRule } from '@probity/contracts/monitoring-rules/commands';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Rules } from './rules';

@Controller()
export class CreateRuleHandler {
  constructor(private readonly rules: Rules) {}

  @OnCommand(createRule)
  async handle(
    { tenant_id, rule_id, mode, definition, actor }: RequestOf<typeof createRule>,
    { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof createRule>> {
    return this.rules.create(tenant_id, rule_id, { mode, definition, actor }, traceparent);
  }
}
