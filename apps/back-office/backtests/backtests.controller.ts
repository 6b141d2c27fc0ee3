import { Body, Get, Post, Query } from '@nestjs/common';
import { cancelBacktest, startBacktest } from '@probity/contracts/backtests/commands';
import { BacktestDetail, BacktestView } from '@probity/contracts/backtests/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found, invalid } from '@probity/platform/errors';
import { freeFormProblem } from '@probity/platform/free-form-json';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { newId } from '@probity/platform/ids';
import { BacktestQueries } from '@probity/read-side/backtests/backtest-queries';
import { BacktestsQuery } from '@probity/read-side/backtests/backtests.query';
import { Tenant } from '../tenants/tenant.decorator';
import { timestampOf } from '../times/timestamp';
import { BacktestBody } from './backtest.dto';
import { actorOf, By, type Officer } from '../auth/staff-caller';

const WRONG_PERIOD: DocumentedRefusal = {
  code: 'invalid_field',
  message:
    'the period must end after it begins: it begins at 2026-12-01T00:00:00.000Z and ends at 2026-11-01T00:00:00.000Z',
  when: 'the period does not end after it begins',
};

@ApiController('Backtests', 'tenants/:slug/monitoring-rules/backtests')
export class BacktestsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: BacktestQueries,
  ) {}

  @Post()
  @ApiRoute({
    summary: 'Start to run a draft of a rule over the stored history; raises no alerts',
    permission: 'run_backtests',
    description: 'The response does not wait for the result. The backtests of a tenant run one after the other.',
    data: BacktestDetail,
    missing: 'monitoring rule',
    refusals: ['invalid_rule', 'backtests_running', WRONG_PERIOD],
    outcomeUnknown: 'list the backtests to see whether it was started',
  })
  async start(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Body() { definition, rule_id, from, to, max_examples }: BacktestBody,
  ) {
    const malformed = freeFormProblem(definition, 'definition');
    if (malformed) throw invalid('invalid_field', malformed);
    return this.commands.send(startBacktest, {
      tenant_id: tenant.id,
      backtest_id: newId(),
      definition,
      from: timestampOf(from),
      to: timestampOf(to),
      max_examples,
      ...(rule_id && { rule_id: rule_id.toLowerCase() }),
      ...actorOf(by),
    });
  }

  @Get()
  @ApiRoute({
    summary: "List a tenant's backtests, newest first",
    permission: 'read_customers',
    description: 'The last 100 of the tenant are kept.',
    list: BacktestView,
  })
  list(@Tenant() tenant: TenantView, @Query() { limit, offset, ...filter }: BacktestsQuery) {
    return this.queries.backtests(tenant.id, { limit, offset }, filter);
  }

  @Get(':backtestId')
  @ApiRoute({
    summary: 'Read a backtest: its progress, and at the end its result',
    permission: 'read_customers',
    data: BacktestDetail,
  })
  async read(@Tenant() tenant: TenantView, @Id('backtestId') backtestId: string) {
    return found('backtest', backtestId, await this.queries.backtest(tenant.id, backtestId));
  }

  @Post(':backtestId/cancel')
  @ApiRoute({
    summary: 'Cancel a backtest that waits or runs',
    permission: 'run_backtests',
    description: 'A backtest that was cancelled before stays as it is.',
    status: 200,
    data: BacktestDetail,
    refusals: ['backtest_ended'],
    outcomeUnknown: 'cancel again',
  })
  async cancel(@Tenant() tenant: TenantView, @By() by: Officer, @Id('backtestId') backtestId: string) {
    const request = { tenant_id: tenant.id, backtest_id: backtestId, ...actorOf(by) };
    return this.commands.send(cancelBacktest, request);
  }
}
