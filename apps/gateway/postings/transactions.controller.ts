import { Controller, Get, Param, Query } from '@nestjs/common';
import { TransactionView } from '@probity/contracts/ledger/views';
import { notFound } from '@probity/platform/errors';
import { ApiRoute, ApiTag } from '@probity/platform/http/documentation/api-route';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantId } from '../auth/tenant.decorator';

@ApiTag('Ledger')
@Controller('tenants/:slug/ledgers/:ledgerId/transactions')
export class TransactionsController {
  constructor(private readonly queries: LedgerQueries) {}

  @Get()
  @ApiRoute({ summary: 'List transactions in the order of the hash chain', list: TransactionView })
  async list(
    @TenantId() tenantId: string,
    @Param('ledgerId', UuidPipe) ledgerId: string,
    @Query() page: PageQuery,
  ): Promise<Envelope<TransactionView[]>> {
    const transactions = await this.queries.transactions(tenantId, ledgerId, page);
    if (transactions.length === 0 && !(await this.queries.ledger(tenantId, ledgerId))) {
      throw notFound('ledger', ledgerId);
    }
    return ok(transactions);
  }
}
