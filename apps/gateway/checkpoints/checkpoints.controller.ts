import { Get } from '@nestjs/common';
import { CheckpointView, LedgerCheckpointView } from '@probity/contracts/checkpoints/views';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import { TenantId } from '../auth/tenant.decorator';

@ApiController('Ledger', 'tenants/:slug')
export class CheckpointsController {
  constructor(private readonly queries: CheckpointQueries) {}

  @Get('checkpoint')
  @ApiRoute({ summary: 'Read the signed head of the log of all events', data: CheckpointView })
  async ofTenant(@TenantId() tenantId: string) {
    return found('checkpoint', tenantId, await this.queries.ofTenant(tenantId));
  }

  @Get('ledgers/:ledgerId/checkpoint')
  @ApiRoute({ summary: "Read the signed head of a ledger's transactions", data: LedgerCheckpointView })
  async ofLedger(@TenantId() tenantId: string, @Id('ledgerId') ledgerId: string) {
    return found('checkpoint', ledgerId, await this.queries.ofLedger(tenantId, ledgerId));
  }
}
