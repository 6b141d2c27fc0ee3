import { Body, Controller, Get, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { backtestRule, updateRule } from '@probity/contracts/monitoring-rules/commands';
import { BacktestProgress, RuleView } from '@probity/contracts/monitoring-rules/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { invalid, notFound } from '@probity/platform/errors';
import { freeFormProblem } from '@probity/platform/free-form-json';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiRoute, ApiTag } from '@probity/platform/http/documentation/api-route';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import type { Logger } from '@probity/platform/logging';
import { RulesQuery } from '@probity/read-side/monitoring-rules/rules.query';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { LOGGER } from '../logger.token';
import { staff } from '../staff/decision.dto';
import { sendProgress } from '../streaming/progress-lines';
import { Tenant } from '../tenants/tenant.decorator';
import { timestampOf } from '../times/timestamp';
import { BacktestBody, RuleModeBody } from './monitoring-rule.dto';

@ApiTag('Monitoring rules')
@Controller('tenants/:slug/monitoring-rules')
export class MonitoringRulesController {
  constructor(
    private readonly queries: RuleQueries,
    private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @ApiRoute({ summary: "List a tenant's monitoring rules", list: RuleView })
  async list(@Tenant() tenant: TenantView, @Query() query: RulesQuery): Promise<Envelope<RuleView[]>> {
    const { limit, offset, ...filter } = query;
    return ok(await this.queries.rules(tenant.id, { limit, offset }, filter));
  }

  @Get(':ruleId')
  @ApiRoute({ summary: 'Read a rule', data: RuleView })
  async read(@Tenant() tenant: TenantView, @Param('ruleId', UuidPipe) ruleId: string): Promise<Envelope<RuleView>> {
    const rule = await this.queries.rule(tenant.id, ruleId);
    if (!rule) throw notFound('monitoring rule', ruleId);
    return ok(rule);
  }

  @Get(':ruleId/versions')
  @ApiRoute({ summary: 'List every version of a rule, newest first', list: RuleView })
  async versions(
    @Tenant() tenant: TenantView,
    @Param('ruleId', UuidPipe) ruleId: string,
    @Query() page: PageQuery,
  ): Promise<Envelope<RuleView[]>> {
    if (!(await this.queries.rule(tenant.id, ruleId))) throw notFound('monitoring rule', ruleId);
    return ok(await this.queries.versions(tenant.id, ruleId, page));
  }

  @Put(':ruleId/mode')
  @ApiRoute({
    summary: 'Let a rule raise alerts (active), only leave evidence (shadow), or rest (disabled)',
    data: RuleView,
  })
  async setMode(
    @Tenant() tenant: TenantView,
    @Param('ruleId', UuidPipe) ruleId: string,
    @Body() { mode, officer, expected_version }: RuleModeBody,
  ): Promise<Envelope<RuleView>> {
    const change = { mode, expected_version: expected_version ?? undefined, actor: staff(officer) };
    const request = { tenant_id: tenant.id, rule_id: ruleId, ...change };
    return ok(await this.commands.send(updateRule, request));
  }

  @Post('backtest')
  @ApiRoute({
    summary: 'Run a draft over stored history; raises nothing; answers its progress as lines of JSON',
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
