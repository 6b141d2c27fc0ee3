import { Get, Query } from '@nestjs/common';
import {
  ACCOUNT_TYPES,
  AccountBalanceView,
  type AccountType,
  MAX_ACCOUNT_CODE,
} from '@probity/contracts/ledger/account';
import { TransactionView } from '@probity/contracts/ledger/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { NonBlankText } from '@probity/platform/http/fields/text';
import { Id } from '@probity/platform/http/id.decorator';
import { PageQuery } from '@probity/platform/http/page.dto';
import { BookQueries } from '@probity/read-side/ledger/book-queries';
import { Tenant } from '../tenants/tenant.decorator';

export class AccountsQuery extends PageQuery {
  @NonBlankText(MAX_ACCOUNT_CODE, { example: '10', description: 'only accounts whose codes begin with this' })
  code?: string;

  @OptionalChoice(ACCOUNT_TYPES, { example: 'asset' })
  account_type?: AccountType;
}

/** What a ledger holds: its accounts and its transactions. */
@ApiController('Ledgers', 'tenants/:slug/ledgers/:ledgerId')
export class BooksController {
  constructor(private readonly queries: BookQueries) {}

  @Get('accounts')
  @ApiRoute({
    summary: 'List the accounts of a ledger with their balances, in the order of their codes',
    permission: 'read_ledgers',
    list: AccountBalanceView,
  })
  async accounts(
    @Tenant() tenant: TenantView,
    @Id('ledgerId') ledgerId: string,
    @Query() { limit, offset, code, account_type }: AccountsQuery,
  ) {
    const filter = { code: code ?? undefined, account_type: account_type ?? undefined };
    const accounts = await this.queries.accounts(tenant.id, ledgerId, { limit, offset }, filter);
    if (accounts.length === 0) await this.refuseUnknown(tenant, ledgerId);
    return accounts;
  }

  @Get('transactions')
  @ApiRoute({
    summary: 'List the transactions of a ledger, newest first',
    permission: 'read_ledgers',
    list: TransactionView,
  })
  async transactions(@Tenant() tenant: TenantView, @Id('ledgerId') ledgerId: string, @Query() page: PageQuery) {
    const transactions = await this.queries.transactions(tenant.id, ledgerId, page);
    if (transactions.length === 0) await this.refuseUnknown(tenant, ledgerId);
    return transactions;
  }

  private async refuseUnknown(tenant: TenantView, ledgerId: string): Promise<void> {
    found('ledger', ledgerId, await this.queries.ledger(tenant.id, ledgerId));
  }
}
