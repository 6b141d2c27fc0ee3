import { Body, Get, Inject, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { setAccountActive, verifyLedger } from '@probity/contracts/ledger/commands';
import { AccountActivity } from '@probity/contracts/ledger/account';
import { LedgerVerification, LedgerView } from '@probity/contracts/ledger/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Flag } from '@probity/platform/http/fields/choice';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Id } from '@probity/platform/http/id.decorator';
import type { Logger } from '@probity/platform/logging';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { LOGGER } from '../logger.token';
import { By, type Officer } from '../auth/staff-caller';
import { ReasonBody } from '../staff/decision.dto';
import { sendProgress } from '../streaming/progress-lines';
import { Tenant } from '../tenants/tenant.decorator';

export class AccountActivityBody extends ReasonBody {
  @Flag({ example: false, description: 'false blocks further postings to the account' })
  is_active: boolean;
}

@ApiController('Ledgers', 'tenants/:slug/ledgers')
export class LedgersController {
  constructor(
    private readonly queries: LedgerQueries,
    private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @ApiRoute({ summary: "List a tenant's ledgers, oldest first", permission: 'read_ledgers', list: LedgerView })
  list(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.queries.ledgers(tenant.id, page);
  }

  @Put(':ledgerId/accounts/:accountId/activity')
  @ApiRoute({
    summary: 'Block further postings to an account, or allow them again',
    permission: 'decide',
    data: AccountActivity,
  })
  setActivity(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Id('ledgerId') ledgerId: string,
    @Id('accountId') accountId: string,
    @Body() { is_active, reason }: AccountActivityBody,
  ) {
    const account = { tenant_id: tenant.id, ledger_id: ledgerId, account_id: accountId };
    return this.commands.send(setAccountActive, { ...account, is_active, ...by, reason });
  }

  @Post(':ledgerId/verification')
  @ApiRoute({
    summary: 'Verify a whole ledger; returns its progress as lines of JSON',
    permission: 'verify_ledgers',
    status: 200,
    lines: LedgerVerification,
  })
  async verify(
    @Tenant() tenant: TenantView,
    @Id('ledgerId') ledgerId: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!(await this.queries.ledger(tenant.id, ledgerId))) throw notFound('ledger', ledgerId);
    const replies = this.commands.progress(verifyLedger, { tenant_id: tenant.id, ledger_id: ledgerId });
    sendProgress(reply, replies, this.logger, 'a verification failed');
  }
}
