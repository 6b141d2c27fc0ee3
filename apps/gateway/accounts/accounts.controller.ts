import { Body, Get, Post, Query } from '@nestjs/common';
import { openAccount } from '@probity/contracts/ledger/commands';
import { AccountBalanceView, AccountView } from '@probity/contracts/ledger/account';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Id } from '@probity/platform/http/id.decorator';
import { newId } from '@probity/platform/ids';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantId } from '../auth/tenant.decorator';
import { given } from '../fields/absent';
import { OpenAccountBody } from './account.dto';

const TOO_MANY: DocumentedRefusal = {
  code: 'quota_exceeded',
  message:
    'the limit accounts is 1000000, and the tenant has at least 1000000 now. No changes were made; ask an operator to ' +
    'raise it.',
  when: 'the tenant has the maximum number of accounts',
};

@ApiController('Ledger', 'tenants/:slug/ledgers/:ledgerId/accounts')
export class AccountsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: LedgerQueries,
  ) {}

  /** Unlike for other creations, the interface requires a response without an envelope. */
  @Post()
  @ApiRoute({
    summary: 'Open an account; the response is the account without an envelope',
    bare: AccountView,
    refusals: ['account_code_taken', TOO_MANY],
  })
  open(
    @TenantId() tenantId: string,
    @Id('ledgerId') ledgerId: string,
    @Body() body: OpenAccountBody,
  ): Promise<AccountView> {
    const request = { ...given(body), tenant_id: tenantId, ledger_id: ledgerId, account_id: newId() };
    return this.commands.send(openAccount, request);
  }

  @Get()
  @ApiRoute({
    summary: 'List accounts with their balances, in the order of their opening',
    list: AccountBalanceView,
  })
  async list(@TenantId() tenantId: string, @Id('ledgerId') ledgerId: string, @Query() page: PageQuery) {
    const accounts = await this.queries.accounts(tenantId, ledgerId, page);
    if (accounts.length === 0) found('ledger', ledgerId, await this.queries.ledger(tenantId, ledgerId));
    return accounts;
  }
}
