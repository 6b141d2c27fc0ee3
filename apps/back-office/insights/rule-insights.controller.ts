import { Body, Get, Post, Query } from '@nestjs/common';
import { RuleFigures, ShadowHit } from '@probity/contracts/insights/views';
import { RuleCheck } from '@probity/contracts/monitoring-rules/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { costProblem, MAX_RULE_COST } from '@probity/monitoring/rule-cost';
import { RuleError } from '@probity/monitoring/rule-error';
import { found, invalid } from '@probity/platform/errors';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { PageQuery } from '@probity/platform/http/page.dto';
import { TimeSource } from '@probity/platform/time-source';
import { RuleInsightQueries } from '@probity/read-side/insights/rule-insight-queries';
import { checkRule } from '@probity/read-side/monitoring-rules/check-rule';
import { CheckRuleBody, RuleFiguresQuery } from '../monitoring-rules/monitoring-rule.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { timestampOf } from '../times/timestamp';

const USUAL_DAYS = 90;
const MOST_DAYS = 366;
const TOO_LONG_AGO: DocumentedRefusal = {
  code: 'invalid_field',
  message: `from must be at most ${MOST_DAYS} days ago`,
  when: `from is more than ${MOST_DAYS} days ago`,
};
const DAY_MS = 86_400_000;

/** What rules found, and what a draft would be. It is registered before the routes of single rules. */
@ApiController('Monitoring rules', 'tenants/:slug/monitoring-rules')
export class RuleInsightsController {
  constructor(
    private readonly queries: RuleInsightQueries,
    private readonly time: TimeSource,
  ) {}

  @Post('check')
  @ApiRoute({
    summary: 'Check a definition and return its cost; saves nothing',
    permission: 'read_configuration',
    status: 200,
    idempotency: 'none',
    data: RuleCheck,
  })
  check(@Tenant() _tenant: TenantView, @Body() { definition }: CheckRuleBody): RuleCheck {
    try {
      const { cost } = checkRule(definition);
      const problems = [costProblem(cost)].filter((problem) => problem !== undefined);
      return { valid: problems.length === 0, cost: cost.total, max_cost: MAX_RULE_COST, problems };
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      return { valid: false, cost: null, max_cost: MAX_RULE_COST, problems: [...error.problems] };
    }
  }

  @Get('figures')
  @ApiRoute({
    summary: 'Count what the rules of a page of the list found, and how often they were right',
    description: 'The same filters and pages as in the list of rules; alerts by the time when they were raised.',
    permission: 'read_customers',
    list: RuleFigures,
    refusals: [TOO_LONG_AGO],
  })
  figures(@Tenant() tenant: TenantView, @Query() { limit, offset, from, ...filter }: RuleFiguresQuery) {
    const now = this.time.now().getTime();
    const since = new Date(timestampOf(from) ?? now - USUAL_DAYS * DAY_MS);
    if (now - since.getTime() > MOST_DAYS * DAY_MS) {
      throw invalid('invalid_field', TOO_LONG_AGO.message);
    }
    return this.queries.figures(tenant.id, { limit, offset }, filter, since);
  }

  @Get(':ruleId/figures')
  @ApiRoute({
    summary: 'Count what a rule found in the last 90 days, and how often it was right',
    permission: 'read_customers',
    data: RuleFigures,
  })
  async figuresOf(@Tenant() tenant: TenantView, @Id('ruleId') ruleId: string) {
    const since = new Date(this.time.now().getTime() - USUAL_DAYS * DAY_MS);
    return found('monitoring rule', ruleId, await this.queries.figuresOf(tenant.id, ruleId, since));
  }

  @Get(':ruleId/shadow-hits')
  @ApiRoute({
    summary: 'List the events that a rule matched in shadow mode, newest first',
    permission: 'read_customers',
    list: ShadowHit,
  })
  shadowHits(@Tenant() tenant: TenantView, @Id('ruleId') ruleId: string, @Query() page: PageQuery) {
    return this.queries.shadowHits(tenant.id, ruleId, page);
  }
}
