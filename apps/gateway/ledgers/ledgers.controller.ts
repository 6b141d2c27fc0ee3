import { Body, Get, Post, Query } from '@nestjs/common';
import { createLedger } from '@probity/contracts/ledger/commands';
import { LedgerView } from '@probity/contracts/ledger/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Id } from '@probity/platform/http/id.decorator';
import { newId } from '@probity/platform/ids';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantId } from '../auth/tenant.decorator';
import { given } from '../fields/absent';
import { CreateLedgerBody } from './ledger.dto';

const TOO_MANY: DocumentedRefusal = {
  code: 'quota_exceeded',
  message:
    'the limit ledgers is 10000, and the tenant has at least 10000 now. No changes were made; ask an operator to raise it.',
  when: 'the tenant has the maximum number of ledgers',
};

@ApiController('Ledger', 'tenants/:slug/ledgers')
export class LedgersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: LedgerQueries,
  ) {}

  @Post()
  @ApiRoute({ summary: 'Create a ledger', data: LedgerView, refusals: ['currency_not_configured', TOO_MANY] })
  create(@TenantId() tenantId: string, @Body() body: CreateLedgerBody) {
    return this.commands.send(createLedger, { ...given(body), tenant_id: tenantId, ledger_id: newId() });
  }

  @Get()
  @ApiRoute({ summary: 'List ledgers, oldest first', list: LedgerView })
  list(@TenantId() tenantId: string, @Query() page: PageQuery) {
    return this.queries.ledgers(tenantId, page);
  }

  @Get(':ledgerId')
  @ApiRoute({ summary: 'Read a ledger', data: LedgerView })
  async read(@TenantId() tenantId: string, @Id('ledgerId') ledgerId: string) {
    return found('ledger', ledgerId, await this.queries.ledger(tenantId, ledgerId));
  }
}
