import { Body, Get, Put, Query } from '@nestjs/common';
import { updateRule } from '@probity/contracts/monitoring-rules/commands';
import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import { RuleView } from '@probity/contracts/monitoring-rules/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found, notFound } from '@probity/platform/errors';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Id } from '@probity/platform/http/id.decorator';
import { RulesQuery } from '@probity/read-side/monitoring-rules/rules.query';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { Tenant } from '../tenants/tenant.decorator';
import { RuleModeBody } from './monitoring-rule.dto';
import { actorOf, By, type Officer } from '../auth/staff-caller';
import { FourEyes } from '../proposals/four-eyes';
import { type Review, UnderReview } from '../proposals/review';

@ApiController('Monitoring rules', 'tenants/:slug/monitoring-rules')
export class MonitoringRulesController {
  constructor(
    private readonly queries: RuleQueries,
    private readonly commands: CommandBus,
    private readonly fourEyes: FourEyes,
  ) {}

  @Get()
  @ApiRoute({ summary: "List a tenant's monitoring rules", permission: 'read_configuration', list: RuleView })
  list(@Tenant() tenant: TenantView, @Query() { limit, offset, ...filter }: RulesQuery) {
    return this.queries.rules(tenant.id, { limit, offset }, filter);
  }

  @Get(':ruleId')
  @ApiRoute({ summary: 'Read a rule', permission: 'read_configuration', data: RuleView })
  async read(@Tenant() tenant: TenantView, @Id('ruleId') ruleId: string) {
    return found('monitoring rule', ruleId, await this.queries.rule(tenant.id, ruleId));
  }

  @Get(':ruleId/versions')
  @ApiRoute({ summary: 'List every version of a rule, newest first', permission: 'read_configuration', list: RuleView })
  async versions(@Tenant() tenant: TenantView, @Id('ruleId') ruleId: string, @Query() page: PageQuery) {
    if (!(await this.queries.rule(tenant.id, ruleId))) throw notFound('monitoring rule', ruleId);
    return this.queries.versions(tenant.id, ruleId, page);
  }

  @Put(':ruleId/mode')
  @ApiRoute({
    summary: 'Set the mode of a rule: active raises alerts, shadow only stores evidence, disabled does not run',
    permission: 'configure_compliance',
    data: RuleView,
    reviewed: true,
    refusals: ['version_conflict', 'too_many_rules'],
  })
  async setMode(
    @Tenant() tenant: TenantView,
    @Id('ruleId') ruleId: string,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { mode, reason, expected_version }: RuleModeBody,
  ) {
    const rule = found('monitoring rule', ruleId, await this.queries.rule(tenant.id, ruleId));
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'loosen_rule',
      subject: ['monitoring_rule', ruleId],
      summary: `change the mode of a monitoring rule from ${rule.mode} to ${mode}`,
      reason,
      needed: ({ rules }) => rules && RULE_MODES.indexOf(mode) > RULE_MODES.indexOf(rule.mode),
      state: { version: rule.version },
      shown: { rule: rule.definition.name, before: rule.mode, after: mode },
    });
    if (pending) return pending;
    const change = {
      mode,
      // The version that was compared is changed, and no later one.
      expected_version: expected_version ?? rule.version,
      reason,
      ...actorOf(by),
    };
    return this.commands.send(updateRule, { tenant_id: tenant.id, rule_id: ruleId, ...change });
  }
}
