import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { TransactionView } from '@probity/contracts/ledger/views';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantId } from '../auth/tenant.decorator';
import { ApiTenantRoute } from '../documentation/api-tenant-route';
import { Transaction } from './posting.dto';

@Controller('tenants/:slug/ledgers/:ledgerId/transactions')
export class TransactionsController {
  constructor(private readonly queries: LedgerQueries) {}

  @Get()
  @ApiOperation({ summary: 'List transactions in the order of the hash chain' })
  @ApiTenantRoute({ tag: 'Ledger', list: Transaction, ids: ['ledgerId'] })
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
