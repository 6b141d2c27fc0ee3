import { Get } from '@nestjs/common';
import { CheckpointView, LedgerCheckpointView } from '@probity/contracts/checkpoints/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import { Tenant } from '../tenants/tenant.decorator';

@ApiController('Ledgers', 'tenants/:slug')
export class CheckpointsController {
  constructor(private readonly queries: CheckpointQueries) {}

  @Get('checkpoint')
  @ApiRoute({
    summary: 'Read the signed head of the log of all events, and where copies of it are kept',
    permission: 'read_audit',
    data: CheckpointView,
    refusals: ['not_signed_yet'],
  })
  ofTenant(@Tenant() tenant: TenantView) {
    return this.queries.ofTenant(tenant.id);
  }

  @Get('ledgers/:ledgerId/checkpoint')
  @ApiRoute({
    summary: "Read the signed head of a ledger's transactions, and where copies of the tenant's log are kept",
    permission: 'read_ledgers',
    data: LedgerCheckpointView,
    refusals: ['not_signed_yet'],
  })
  ofLedger(@Tenant() tenant: TenantView, @Id('ledgerId') ledgerId: string) {
    return this.queries.ofLedger(tenant.id, ledgerId);
  }
}
