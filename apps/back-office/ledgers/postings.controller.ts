import { Get } from '@nestjs/common';
import { readReceipt, verifyTransaction } from '@probity/contracts/ledger/commands';
import { ReceiptView } from '@probity/contracts/ledger/receipts';
import { StaffPosting } from '@probity/contracts/ledger/staff-views';
import { VerificationView } from '@probity/contracts/ledger/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { BookQueries } from '@probity/read-side/ledger/book-queries';
import { Tenant } from '../tenants/tenant.decorator';

@ApiController('Ledgers', 'tenants/:slug/postings/:postingId')
export class PostingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: BookQueries,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'Read a posting with the accounts of its entries',
    permission: 'read_ledgers',
    data: StaffPosting,
  })
  read(@Tenant() tenant: TenantView, @Id('postingId') postingId: string) {
    return this.existing(tenant, postingId);
  }

  @Get('verify')
  @ApiRoute({
    summary: 'Verify a posting against its stored event',
    permission: 'verify_ledgers',
    data: VerificationView,
  })
  async verify(@Tenant() tenant: TenantView, @Id('postingId') postingId: string) {
    const { ledger_id } = (await this.existing(tenant, postingId)).transaction;
    return this.commands.send(verifyTransaction, { tenant_id: tenant.id, ledger_id, transaction_id: postingId });
  }

  @Get('receipt')
  @ApiRoute({
    summary: 'Read the receipt of a posting, with which anyone can verify it',
    description: 'Waits up to three seconds for the signature of a posting that is new.',
    permission: 'read_ledgers',
    data: ReceiptView,
    refusals: ['not_signed_yet'],
  })
  async receipt(@Tenant() tenant: TenantView, @Id('postingId') postingId: string) {
    const { ledger_id } = (await this.existing(tenant, postingId)).transaction;
    return this.commands.send(readReceipt, { tenant_id: tenant.id, ledger_id, transaction_id: postingId });
  }

  private async existing(tenant: TenantView, postingId: string): Promise<StaffPosting> {
    return found('posting', postingId, await this.queries.posting(tenant.id, postingId));
  }
}
