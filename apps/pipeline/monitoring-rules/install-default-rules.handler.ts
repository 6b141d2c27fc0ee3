import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { installDefaultRules } from '@probity/contracts/monitoring-rules/commands';
import type { MessageContext } from '@probity/messaging/command-call';
import { Rules } from './rules';

@Controller()
export class InstallDefaultRulesHandler {
  constructor(private readonly rules: Rules) {}

  @MessagePattern(installDefaultRules.name)
  async handle(
    @Payload() { tenant_id, actor }: RequestOf<typeof installDefaultRules>,
    @Ctx() { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof installDefaultRules>> {
    return { installed: await this.rules.installDefaults(tenant_id, actor, traceparent) };
  }
}
