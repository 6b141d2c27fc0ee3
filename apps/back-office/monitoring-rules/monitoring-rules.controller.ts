import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { backtestRule, type RuleView, updateRule } from '@probity/contracts/monitoring-rules/commands';
import { CommandBus } from '@probity/messaging/command-bus';
import { invalid, notFound } from '@probity/platform/errors';
import { freeFormProblem } from '@probity/platform/free-form-json';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import type { Logger } from '@probity/platform/logging';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { LOGGER } from '../logger.token';
import { staff } from '../staff/decision.dto';
import { NDJSON, progressLines } from '../streaming/progress-lines';
import { Tenants } from '../tenants/tenants';
import { timestampOf } from '../times/timestamp';
import { BacktestBody, RuleModeBody, RulesQuery } from './monitoring-rule.dto';

@Controller('tenants/:slug/monitoring-rules')
@ApiTags('Monitoring rules')
@ApiBearerAuth()
export class MonitoringRulesController {
  constructor(
    private readonly tenants: Tenants,
    private readonly queries: RuleQueries,
    private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @ApiOperation({ summary: "List a tenant's monitoring rules" })
  async list(@Param('slug') slug: string, @Query() query: RulesQuery): Promise<Envelope<RuleView[]>> {
    const tenant = await this.tenants.bySlug(slug);
    const { limit, offset, ...filter } = query;
    return ok(await this.queries.rules(tenant.id, { limit, offset }, filter));
  }

  @Get(':ruleId')
  @ApiOperation({ summary: 'Read a rule' })
  async read(@Param('slug') slug: string, @Param('ruleId', UuidPipe) ruleId: string): Promise<Envelope<RuleView>> {
    const tenant = await this.tenants.bySlug(slug);
    const rule = await this.queries.rule(tenant.id, ruleId);
    if (!rule) throw notFound('monitoring rule', ruleId);
    return ok(rule);
  }

  @Get(':ruleId/versions')
  @ApiOperation({ summary: 'List every version of a rule, newest first' })
  async versions(
    @Param('slug') slug: string,
    @Param('ruleId', UuidPipe) ruleId: string,
    @Query() page: PageQuery,
  ): Promise<Envelope<RuleView[]>> {
    const tenant = await this.tenants.bySlug(slug);
    if (!(await this.queries.rule(tenant.id, ruleId))) throw notFound('monitoring rule', ruleId);
    return ok(await this.queries.versions(tenant.id, ruleId, page));
  }

  @Put(':ruleId/mode')
  @ApiOperation({ summary: 'Let a rule raise alerts (active), only leave evidence (shadow), or rest (disabled)' })
  async setMode(
    @Param('slug') slug: string,
    @Param('ruleId', UuidPipe) ruleId: string,
    @Body() { mode, officer, expected_version }: RuleModeBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<RuleView>> {
    const tenant = await this.tenants.bySlug(slug);
    const change = { mode, expected_version: expected_version ?? undefined, actor: staff(officer) };
    const request = { tenant_id: tenant.id, rule_id: ruleId, ...change };
    return ok(await this.commands.send(updateRule, request, traceparent));
  }

  @Post('backtest')
  @HttpCode(200)
  @ApiOperation({ summary: 'Run a draft over stored history; raises nothing; answers its progress as lines of JSON' })
  async backtest(
    @Param('slug') slug: string,
    @Body() { definition, from, to, max_examples }: BacktestBody,
    @Traceparent() traceparent: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const tenant = await this.tenants.bySlug(slug);
    const malformed = freeFormProblem(definition, 'definition');
    if (malformed) throw invalid('invalid_field', malformed);
    const period = { from: timestampOf(from), to: timestampOf(to) };
    const request = { tenant_id: tenant.id, definition, ...period, max_examples };
    const replies = this.commands.progress(backtestRule, request, traceparent);
    void reply.type(NDJSON).send(progressLines(replies, (err) => this.logger.error({ err }, 'a backtest failed')));
  }
}
