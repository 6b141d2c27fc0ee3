import { Get, Query } from '@nestjs/common';
import { TransactionView } from '@probity/contracts/ledger/views';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Id } from '@probity/platform/http/id.decorator';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantId } from '../auth/tenant.decorator';

@ApiController('Ledger', 'tenants/:slug/ledgers/:ledgerId/transactions')
export class TransactionsController {
  constructor(private readonly queries: LedgerQueries) {}

  @Get()
  @ApiRoute({ summary: 'List transactions in the order of the hash chain', list: TransactionView })
  async list(@TenantId() tenantId: string, @Id('ledgerId') ledgerId: string, @Query() page: PageQuery) {
    const transactions = await this.queries.transactions(tenantId, ledgerId, page);
    if (transactions.length === 0) found('ledger', ledgerId, await this.queries.ledger(tenantId, ledgerId));
    return transactions;
  }
}
