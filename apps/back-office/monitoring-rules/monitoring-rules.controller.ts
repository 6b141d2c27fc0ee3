import { Body, Get, Inject, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { backtestRule, updateRule } from '@probity/contracts/monitoring-rules/commands';
import { BacktestProgress, RuleView } from '@probity/contracts/monitoring-rules/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found, invalid, notFound } from '@probity/platform/errors';
import { freeFormProblem } from '@probity/platform/free-form-json';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Id } from '@probity/platform/http/id.decorator';
import type { Logger } from '@probity/platform/logging';
import { RulesQuery } from '@probity/read-side/monitoring-rules/rules.query';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { LOGGER } from '../logger.token';
import { staff } from '../staff/decision.dto';
import { sendProgress } from '../streaming/progress-lines';
import { Tenant } from '../tenants/tenant.decorator';
import { timestampOf } from '../times/timestamp';
import { BacktestBody, RuleModeBody } from './monitoring-rule.dto';

@ApiController('Monitoring rules', 'tenants/:slug/monitoring-rules')
export class MonitoringRulesController {
  constructor(
    private readonly queries: RuleQueries,
    private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @ApiRoute({ summary: "List a tenant's monitoring rules", list: RuleView })
  list(@Tenant() tenant: TenantView, @Query() { limit, offset, ...filter }: RulesQuery) {
    return this.queries.rules(tenant.id, { limit, offset }, filter);
  }

  @Get(':ruleId')
  @ApiRoute({ summary: 'Read a rule', data: RuleView })
  async read(@Tenant() tenant: TenantView, @Id('ruleId') ruleId: string) {
    return found('monitoring rule', ruleId, await this.queries.rule(tenant.id, ruleId));
  }

  @Get(':ruleId/versions')
  @ApiRoute({ summary: 'List every version of a rule, newest first', list: RuleView })
  async versions(@Tenant() tenant: TenantView, @Id('ruleId') ruleId: string, @Query() page: PageQuery) {
    if (!(await this.queries.rule(tenant.id, ruleId))) throw notFound('monitoring rule', ruleId);
    return this.queries.versions(tenant.id, ruleId, page);
  }

  @Put(':ruleId/mode')
  @ApiRoute({
    summary: 'Set the mode of a rule: active raises alerts, shadow only stores evidence, disabled does not run',
    data: RuleView,
    refusals: ['version_conflict', 'too_many_rules'],
  })
  setMode(
    @Tenant() tenant: TenantView,
    @Id('ruleId') ruleId: string,
    @Body() { mode, officer, expected_version }: RuleModeBody,
  ) {
    const change = { mode, expected_version: expected_version ?? undefined, actor: staff(officer) };
    return this.commands.send(updateRule, { tenant_id: tenant.id, rule_id: ruleId, ...change });
  }

  @Post('backtest')
  @ApiRoute({
    summary: 'Run a draft over stored history; raises no alerts; returns its progress as lines of JSON',
    status: 200,
    lines: BacktestProgress,
  })
  async backtest(
    @Tenant() tenant: TenantView,
    @Body() { definition, from, to, max_examples }: BacktestBody,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const malformed = freeFormProblem(definition, 'definition');
    if (malformed) throw invalid('invalid_field', malformed);
    const period = { from: timestampOf(from), to: timestampOf(to) };
    const request = { tenant_id: tenant.id, definition, ...period, max_examples };
    const replies = this.commands.progress(backtestRule, request);
    sendProgress(reply, replies, this.logger, 'a backtest failed');
  }
}
