import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { createRule, installDefaultRules, updateRule } from '@probity/contracts/monitoring-rules/commands';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Rules } from './rules';

@Controller()
export class RulesHandler {
  constructor(private readonly rules: Rules) {}

  @OnCommand(createRule)
  async create({ tenant_id, rule_id, ...rule }: RequestOf<typeof createRule>) {
    return this.rules.create(tenant_id, rule_id, rule);
  }

  @OnCommand(updateRule)
  async update({ tenant_id, rule_id, ...change }: RequestOf<typeof updateRule>) {
    return this.rules.update(tenant_id, rule_id, change);
  }

  @OnCommand(installDefaultRules)
  async installDefaults({ tenant_id, actor }: RequestOf<typeof installDefaultRules>) {
    return { installed: await this.rules.installDefaults(tenant_id, actor) };
  }
}
