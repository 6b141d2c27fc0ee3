import { Get, Query } from '@nestjs/common';
import { CheckpointView, LedgerCheckpointView } from '@probity/contracts/checkpoints/views';
import { BundlePage } from '@probity/contracts/ledger/bundles';
import { proveConsistency, readBundle } from '@probity/contracts/ledger/commands';
import { ConsistencyView } from '@probity/contracts/ledger/receipts';
import { CommandBus } from '@probity/messaging/command-bus';
import { BundleQuery, WRONG_BUNDLE_PLACE } from '@probity/platform/http/bundle-query.dto';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { MAX_QUERY_NUMBER } from '@probity/platform/http/dto.pipe';
import { WholeNumber } from '@probity/platform/http/fields/number';
import { Id } from '@probity/platform/http/id.decorator';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import { TenantId } from '../auth/tenant.decorator';

export class ConsistencyQuery {
  @WholeNumber(0, MAX_QUERY_NUMBER, { example: 1000, description: 'the size of the tree of the earlier checkpoint' })
  from: number;
}

@ApiController('Ledger', 'tenants/:slug')
export class CheckpointsController {
  constructor(
    private readonly queries: CheckpointQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get('checkpoint')
  @ApiRoute({
    summary: 'Read the signed head of the log of all events',
    data: CheckpointView,
    refusals: ['not_signed_yet'],
  })
  ofTenant(@TenantId() tenantId: string) {
    return this.queries.ofTenant(tenantId);
  }

  @Get('ledgers/:ledgerId/checkpoint')
  @ApiRoute({
    summary: "Read the signed head of a ledger's transactions",
    data: LedgerCheckpointView,
    refusals: ['not_signed_yet'],
  })
  ofLedger(@TenantId() tenantId: string, @Id('ledgerId') ledgerId: string) {
    return this.queries.ofLedger(tenantId, ledgerId);
  }

  @Get('ledgers/:ledgerId/consistency')
  @ApiRoute({
    summary: 'Prove that the signed transactions of a ledger begin with those of an earlier checkpoint',
    data: ConsistencyView,
    refusals: ['not_signed_yet', 'beyond_checkpoint'],
  })
  consistency(@TenantId() tenantId: string, @Id('ledgerId') ledgerId: string, @Query() { from }: ConsistencyQuery) {
    return this.commands.send(proveConsistency, { tenant_id: tenantId, ledger_id: ledgerId, from });
  }

  @Get('ledgers/:ledgerId/bundle')
  @ApiRoute({
    summary: 'Read the bundle of a ledger, with which anyone can verify it, page by page',
    description:
      'Send `next` of each page as `after` until it is null, and write each of the `lines` with a line feed: this is the ' +
      'file that `probity ledger export-bundle` writes. All pages are about the signed checkpoint in the first one. ' +
      'A page has at most 512 KiB of lines, or one event.',
    data: BundlePage,
    refusals: ['not_signed_yet', WRONG_BUNDLE_PLACE],
  })
  bundle(@TenantId() tenantId: string, @Id('ledgerId') ledgerId: string, @Query() { after }: BundleQuery) {
    return this.commands.send(readBundle, { tenant_id: tenantId, ledger_id: ledgerId, ...(after && { after }) });
  }
}
