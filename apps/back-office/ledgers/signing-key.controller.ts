import { Body, Post } from '@nestjs/common';
import { replaceSigningKey } from '@probity/contracts/ledger/commands';
import { ReplacedSigningKey } from '@probity/contracts/ledger/views';
import type { Proposal } from '@probity/contracts/proposals/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { BookQueries } from '@probity/read-side/ledger/book-queries';
import { By, type Officer } from '../auth/staff-caller';
import { FourEyes } from '../proposals/four-eyes';
import { type Review, UnderReview } from '../proposals/review';
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';

/** The key that signs a ledger. */
@ApiController('Ledgers', 'tenants/:slug/ledgers/:ledgerId/signing-key')
export class SigningKeyController {
  constructor(
    private readonly queries: BookQueries,
    private readonly commands: CommandBus,
    private readonly operations: KeyedOperations,
    private readonly fourEyes: FourEyes,
  ) {}

  @Post()
  @ApiRoute({
    summary: 'Replace the key that signs a ledger; what the keys before it signed still verifies',
    permission: 'manage_keys',
    data: ReplacedSigningKey,
    reviewed: true,
  })
  async replace(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Id('ledgerId') ledgerId: string,
    @UnderReview() review: Review,
    @Body() { reason }: ReasonBody,
  ): Promise<ReplacedSigningKey | Proposal> {
    const ledger = found('ledger', ledgerId, await this.queries.ledger(tenant.id, ledgerId));
    const { signing_key_id, signing_key_since } = ledger;
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'replace_key',
      subject: ['ledger', ledgerId],
      summary: `replace the key that signs the ledger "${ledger.name}"`,
      reason,
      state: { signing_key_id },
      shown: { signing_key_id, signing_key_since },
      needed: ({ keys }) => keys,
    });
    if (pending) return pending;
    return this.operations.ofRequest({ reason }, (given, operationId) =>
      this.commands.send(replaceSigningKey, {
        tenant_id: tenant.id,
        ledger_id: ledgerId,
        signing_key_id: operationId,
        ...by,
        ...given,
      }),
    );
  }
}
