import { Controller } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { installDefaultRules } from '@probity/contracts/monitoring-rules/commands';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Rules } from './rules';

@Controller()
export class InstallDefaultRulesHandler {
  constructor(private readonly rules: Rules) {}

  @OnCommand(installDefaultRules)
  async handle(
    { tenant_id, actor }: RequestOf<typeof installDefaultRules>,
    { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof installDefaultRules>> {
    return { installed: await this.rules.installDefaults(tenant_id, actor, traceparent) };
  }
}
