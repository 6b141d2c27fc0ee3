import { Body, Get, Post, Query, UseGuards } from '@nestjs/common';
import { cancelBacktest, startBacktest } from '@probity/contracts/backtests/commands';
import { DEFAULT_BACKTEST_EXAMPLES } from '@probity/contracts/backtests/result';
import { BacktestDetail, BacktestView } from '@probity/contracts/backtests/views';
import type { Actor } from '@probity/contracts/staff/officer';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { newId } from '@probity/platform/ids';
import { BacktestQueries } from '@probity/read-side/backtests/backtest-queries';
import { BacktestsQuery } from '@probity/read-side/backtests/backtests.query';
import { ByKey } from '../actor';
import { TenantId } from '../auth/tenant.decorator';
import { canonicalTime } from '../fields/date.decorators';
import { compiledDefinition } from '../monitoring-rules/rule-definition';
import { WithoutBody } from '../without-body.guard';
import { BacktestBody } from './backtest.dto';

const WRONG_PERIOD: DocumentedRefusal = {
  code: 'invalid_field',
  message: 'from must be a time from 1970 to 9999',
  when: 'from or to is before 1970 or after 9999, or the period does not end after it begins',
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
    description:
      'The response does not wait for the result: read the backtest until its `status` is `completed`. The backtests ' +
      'of a tenant run one after the other, and each ends after ten minutes at the latest.',
    data: BacktestDetail,
    refusals: ['invalid_rule', 'backtests_running', WRONG_PERIOD],
    outcomeUnknown: 'list the backtests to see whether it was started',
  })
  start(@TenantId() tenantId: string, @ByKey() by: Actor, @Body() body: BacktestBody) {
    const { from, to, max_examples } = body;
    return this.commands.send(startBacktest, {
      tenant_id: tenantId,
      backtest_id: newId(),
      definition: compiledDefinition(body),
      from: from ? canonicalTime(from) : undefined,
      to: to ? canonicalTime(to) : undefined,
      max_examples: max_examples ?? DEFAULT_BACKTEST_EXAMPLES,
      ...by,
    });
  }

  @Get()
  @ApiRoute({
    summary: 'List backtests, newest first',
    description: 'The last 100 of the tenant are kept.',
    list: BacktestView,
  })
  list(@TenantId() tenantId: string, @Query() { limit, offset, ...filter }: BacktestsQuery) {
    return this.queries.backtests(tenantId, { limit, offset }, filter);
  }

  @Get(':backtestId')
  @ApiRoute({ summary: 'Read a backtest: its progress, and at the end its result', data: BacktestDetail })
  async read(@TenantId() tenantId: string, @Id('backtestId') backtestId: string) {
    return found('backtest', backtestId, await this.queries.backtest(tenantId, backtestId));
  }

  @Post(':backtestId/cancel')
  @UseGuards(WithoutBody)
  @ApiRoute({
    summary: 'Cancel a backtest that waits or runs',
    description: 'A backtest that was cancelled before stays as it is. The request takes no body.',
    status: 200,
    data: BacktestDetail,
    refusals: ['backtest_ended'],
    outcomeUnknown: 'cancel again',
  })
  async cancel(@TenantId() tenantId: string, @ByKey() by: Actor, @Id('backtestId') backtestId: string) {
    const request = { tenant_id: tenantId, backtest_id: backtestId, ...by };
    return this.commands.send(cancelBacktest, request);
  }
}
