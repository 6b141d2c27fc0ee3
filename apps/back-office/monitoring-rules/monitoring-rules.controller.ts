import { Body, Get, Post, Put, Query } from '@nestjs/common';
import { createRule, updateRule } from '@probity/contracts/monitoring-rules/commands';
import { RuleView } from '@probity/contracts/monitoring-rules/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { mayLoosen } from '@probity/monitoring/may-loosen';
import { found, invalid, notFound } from '@probity/platform/errors';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { newId } from '@probity/platform/ids';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Id } from '@probity/platform/http/id.decorator';
import { compareAgain } from '@probity/read-side/monitoring-rules/compare-again';
import { refuseOtherVersion } from '@probity/read-side/monitoring-rules/refuse-other-version';
import { RulesQuery } from '@probity/read-side/monitoring-rules/rules.query';
import { ruleAsSeen } from '@probity/read-side/proposals/as-seen';
import { checkNewRule } from '@probity/read-side/monitoring-rules/check-rule';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { Tenant } from '../tenants/tenant.decorator';
import { ChangeRuleBody, CreateRuleBody, RuleModeBody } from './monitoring-rule.dto';
import { reviewedRuleChange, type RuleChange } from './rule-change';
import { actorOf, By, type Officer } from '../auth/staff-caller';
import { FourEyes } from '../proposals/four-eyes';
import { type Review, UnderReview } from '../proposals/review';

const NOTHING_TO_SAVE: DocumentedRefusal = {
  code: 'invalid_field',
  message: 'give the mode, the definition, or both',
  when: 'the body has neither a mode nor a definition',
};

const MALFORMED: DocumentedRefusal = {
  code: 'invalid_field',
  message: 'definition must be a JSON object',
  when: 'the definition has values that cannot be stored',
};

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

  @Post()
  @ApiRoute({
    summary: 'Save a new rule; without a mode it is a draft, which is not evaluated',
    permission: 'configure_compliance',
    data: RuleView,
    refusals: ['invalid_rule', 'too_many_rules', MALFORMED],
    outcomeUnknown: 'list the rules to see whether it was saved',
  })
  create(@Tenant() tenant: TenantView, @By() by: Officer, @Body() { definition, mode, reason }: CreateRuleBody) {
    checkNewRule(definition);
    const rule = { tenant_id: tenant.id, rule_id: newId(), mode: mode ?? ('disabled' as const), definition, reason };
    return this.commands.send(createRule, { ...rule, ...actorOf(by) });
  }

  @Put(':ruleId')
  @ApiRoute({
    summary: 'Save a new version of a rule: another definition, another mode, or both',
    permission: 'configure_compliance',
    data: RuleView,
    reviewed: true,
    refusals: ['invalid_rule', 'version_conflict', 'too_many_rules', NOTHING_TO_SAVE],
  })
  async update(
    @Tenant() tenant: TenantView,
    @Id('ruleId') ruleId: string,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { mode, definition, reason, expected_version }: ChangeRuleBody,
  ) {
    if (!mode && !definition) throw invalid('invalid_field', NOTHING_TO_SAVE.message);
    if (definition) checkNewRule(definition);
    const change = { ...(mode && { mode }), ...(definition && { definition }) };
    return compareAgain(expected_version, () =>
      this.save(tenant, ruleId, by, review, change, reason, expected_version),
    );
  }

  @Put(':ruleId/mode')
  @ApiRoute({
    summary: 'Set the mode of a rule: active raises alerts, shadow only stores evidence, disabled does not run',
    permission: 'configure_compliance',
    data: RuleView,
    reviewed: true,
    refusals: ['version_conflict', 'too_many_rules'],
  })
  setMode(
    @Tenant() tenant: TenantView,
    @Id('ruleId') ruleId: string,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { mode, reason, expected_version }: RuleModeBody,
  ) {
    return compareAgain(expected_version, () =>
      this.save(tenant, ruleId, by, review, { mode }, reason, expected_version),
    );
  }

  private async save(
    tenant: TenantView,
    ruleId: string,
    by: Officer,
    review: Review,
    change: RuleChange,
    reason: string,
    expected: number | undefined,
  ) {
    const rule = found('monitoring rule', ruleId, await this.queries.rule(tenant.id, ruleId));
    // Before the comparison: a version that comes later was not compared.
    refuseOtherVersion(rule, expected);
    const pending = await this.fourEyes.review(review, tenant, {
      ...reviewedRuleChange(rule, change, reason),
      needed: ({ rules }) => rules && mayLoosen(rule, change),
    });
    if (pending) return pending;
    // The version that was compared is changed, and no later one.
    const about = { tenant_id: tenant.id, rule_id: ruleId, expected_version: rule.version, as_seen: ruleAsSeen(rule) };
    return this.commands.send(updateRule, { ...about, ...change, reason, ...actorOf(by) });
  }
}
