import { Body, Delete, Get, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import { createRule, updateRule } from '@probity/contracts/monitoring-rules/commands';
import { reviewRuleChange } from '@probity/contracts/proposals/commands';
import type { Proposal } from '@probity/contracts/proposals/views';
import type { Actor } from '@probity/contracts/staff/officer';
import { MonitoringRuleView } from '@probity/contracts/monitoring-rules/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { mayLoosen } from '@probity/monitoring/may-loosen';
import { found, invalid } from '@probity/platform/errors';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Id } from '@probity/platform/http/id.decorator';
import { newId } from '@probity/platform/ids';
import { ruleAsSeen } from '@probity/read-side/proposals/as-seen';
import { compareAgain } from '@probity/read-side/monitoring-rules/compare-again';
import { refuseOtherVersion } from '@probity/read-side/monitoring-rules/refuse-other-version';
import { RulesQuery } from '@probity/read-side/monitoring-rules/rules.query';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { ByKey } from '../actor';
import { TenantId } from '../auth/tenant.decorator';
import { CreateRuleBody, UpdateRuleBody } from './monitoring-rule.dto';
import { compiledDefinition, hasDefinition, monitoringRule } from './rule-definition';

const NOTHING_TO_SAVE: DocumentedRefusal = {
  code: 'invalid_field',
  message: 'give the mode, or a whole definition from name to condition',
  when: 'the body has neither a mode nor a definition',
};

const TOO_MANY: DocumentedRefusal = {
  code: 'too_many_rules',
  message:
    'the limit monitoring_rules is 200, and the tenant has 200 now. No changes were made; disable a rule first, or ask ' +
    'an operator to raise it.',
  when: 'the tenant has the maximum number of rules that are active or shadow',
};

@ApiController('Monitoring rules', 'tenants/:slug/monitoring-rules')
export class MonitoringRulesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: RuleQueries,
  ) {}

  @Post()
  @ApiRoute({
    summary: 'Create a monitoring rule',
    description: 'A rule that cannot be compiled is rejected with the JSON pointer of each invalid node.',
    data: MonitoringRuleView,
    refusals: ['invalid_rule', TOO_MANY],
  })
  async create(@TenantId() tenantId: string, @ByKey() by: Actor, @Body() body: CreateRuleBody) {
    const request = {
      tenant_id: tenantId,
      rule_id: newId(),
      mode: body.mode ?? ('active' as const),
      definition: compiledDefinition(body),
      ...by,
    };
    return monitoringRule(await this.commands.send(createRule, request));
  }

  @Get()
  @ApiRoute({
    summary: 'List monitoring rules, including those of the default pack, oldest first',
    list: MonitoringRuleView,
  })
  async list(@TenantId() tenantId: string, @Query() { limit, offset, ...filter }: RulesQuery) {
    return (await this.queries.rules(tenantId, { limit, offset }, filter)).map(monitoringRule);
  }

  @Get(':ruleId')
  @ApiRoute({ summary: 'Read the latest version of a monitoring rule', data: MonitoringRuleView })
  async read(@TenantId() tenantId: string, @Id('ruleId') ruleId: string) {
    const rule = found('monitoring rule', ruleId, await this.queries.rule(tenantId, ruleId));
    return monitoringRule(rule);
  }

  @Get(':ruleId/versions')
  @ApiRoute({ summary: 'List the versions of a monitoring rule, newest first', list: MonitoringRuleView })
  async versions(@TenantId() tenantId: string, @Id('ruleId') ruleId: string, @Query() page: PageQuery) {
    const versions = await this.queries.versions(tenantId, ruleId, page);
    if (versions.length === 0) found('monitoring rule', ruleId, await this.queries.rule(tenantId, ruleId));
    return versions.map(monitoringRule);
  }

  @Put(':ruleId')
  @ApiRoute({
    summary: 'Save a new version of a monitoring rule: the whole definition, another mode, or both',
    description:
      'Later events are evaluated with the new version. An alert names the version that raised it. If the tenant ' +
      'demands it, staff must approve a change that may loosen an active rule.',
    data: MonitoringRuleView,
    reviewed: true,
    refusals: ['invalid_rule', 'version_conflict', 'too_many_rules', NOTHING_TO_SAVE],
  })
  update(
    @TenantId() tenantId: string,
    @ByKey() by: Actor,
    @Id('ruleId') ruleId: string,
    @Body() body: UpdateRuleBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const definition = hasDefinition(body) ? compiledDefinition(body) : undefined;
    const mode = body.mode ?? undefined;
    if (!definition && !mode) {
      throw invalid('invalid_field', NOTHING_TO_SAVE.message);
    }
    const expected_version = body.expected_version ?? undefined;
    const change = { mode, definition, expected_version };
    return compareAgain(expected_version, () => this.save(tenantId, by, ruleId, change, reply));
  }

  @Delete(':ruleId')
  @ApiRoute({
    summary: 'Disable a monitoring rule; its versions are kept, and you can activate it again',
    description: 'If the tenant demands it, staff must approve this.',
    data: MonitoringRuleView,
    reviewed: true,
    refusals: ['version_conflict'],
  })
  disable(
    @TenantId() tenantId: string,
    @ByKey() by: Actor,
    @Id('ruleId') ruleId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return compareAgain(undefined, () => this.save(tenantId, by, ruleId, { mode: 'disabled' }, reply));
  }

  private async save(
    tenantId: string,
    by: Actor,
    rule_id: string,
    change: RuleChange,
    reply: FastifyReply,
  ): Promise<MonitoringRuleView | Proposal> {
    const rule = found('monitoring rule', rule_id, await this.queries.rule(tenantId, rule_id));
    const about = { tenant_id: tenantId, rule_id, ...change, ...by };
    // Only the version that is compared is changed, and none that comes later.
    refuseOtherVersion(rule, change.expected_version);
    const compared = { ...about, expected_version: rule.version };
    // The back office says whether staff must approve it: it can tell the policy of the tenant from a forged one.
    const { proposal } = mayLoosen(rule, change)
      ? await this.commands.send(reviewRuleChange, { ...compared, proposal_id: newId() })
      : { proposal: null };
    if (proposal === null) {
      const as_seen = ruleAsSeen(rule);
      return monitoringRule(await this.commands.send(updateRule, { ...compared, as_seen }));
    }
    void reply.status(202);
    return proposal;
  }
}

interface RuleChange {
  mode?: RuleMode;
  definition?: Record<string, unknown>;
  expected_version?: number;
}
