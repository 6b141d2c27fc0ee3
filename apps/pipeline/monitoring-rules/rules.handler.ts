import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { createRule, installDefaultRules, updateRule } from '@probity/contracts/monitoring-rules/commands';
import type { MessageContext } from '@probity/messaging/command-call';
import { Rules } from './rules';

@Controller()
export class RulesHandler {
  constructor(private readonly rules: Rules) {}

  @MessagePattern(createRule.name)
  async create(
    @Payload() { tenant_id, rule_id, mode, definition, actor }: RequestOf<typeof createRule>,
    @Ctx() { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof createRule>> {
    return this.rules.create(tenant_id, rule_id, { mode, definition, actor }, traceparent);
  }

  @MessagePattern(updateRule.name)
  async update(
    @Payload() { tenant_id, rule_id, ...change }: RequestOf<typeof updateRule>,
    @Ctx() { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof updateRule>> {
    return this.rules.update(tenant_id, rule_id, change, traceparent);
  }

  @MessagePattern(installDefaultRules.name)
  async installDefaults(
    @Payload() { tenant_id, actor }: RequestOf<typeof installDefaultRules>,
    @Ctx() { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof installDefaultRules>> {
    return { installed: await this.rules.installDefaults(tenant_id, actor, traceparent) };
  }
}
