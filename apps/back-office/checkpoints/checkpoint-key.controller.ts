import { Body, Post } from '@nestjs/common';
import { replaceCheckpointKey } from '@probity/contracts/checkpoints/commands';
import { DEFAULT_OVERLAP_DAYS, MAX_OVERLAP_DAYS, ReplacedCheckpointKey } from '@probity/contracts/checkpoints/views';
import type { Proposal } from '@probity/contracts/proposals/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { Refusal } from '@probity/platform/errors';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { OptionalWholeNumber } from '@probity/platform/http/fields/number';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import { By, type Officer } from '../auth/staff-caller';
import { FourEyes } from '../proposals/four-eyes';
import { type Review, UnderReview } from '../proposals/review';
import { ReasonBody } from '../staff/decision.dto';
import { TenantStream } from '../tenants/tenant-stream';
import { Tenant } from '../tenants/tenant.decorator';

export class ReplaceCheckpointKeyBody extends ReasonBody {
  @OptionalWholeNumber(0, MAX_OVERLAP_DAYS, {
    example: DEFAULT_OVERLAP_DAYS,
    description: `days for which the key before signs too; ${DEFAULT_OVERLAP_DAYS} if omitted, 0 for a key that leaked`,
  })
  overlap_days?: number | null;
}

const NOT_SIGNED_YET: DocumentedRefusal = {
  code: 'not_signed_yet',
  message: 'nothing of the tenant is signed yet, so it has no key to replace',
  when: 'the notary has not signed the log of the tenant yet',
};

/** The key that signs the checkpoints of a tenant. */
@ApiController('Tenants', 'tenants/:slug')
export class CheckpointKeyController {
  constructor(
    private readonly queries: CheckpointQueries,
    private readonly commands: CommandBus,
    private readonly operations: KeyedOperations,
    private readonly fourEyes: FourEyes,
    private readonly stream: TenantStream,
  ) {}

  @Post('checkpoint-key')
  @ApiRoute({
    summary: 'Replace the key that signs the checkpoints of a tenant; for a while, the key before signs too',
    permission: 'manage_keys',
    data: ReplacedCheckpointKey,
    reviewed: true,
    refusals: [NOT_SIGNED_YET],
  })
  async replace(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { overlap_days, reason }: ReplaceCheckpointKeyBody,
  ): Promise<ReplacedCheckpointKey | Proposal> {
    const keys = await this.queries.tenantKeys(tenant.id);
    if (keys.length === 0) throw new Refusal('overloaded', NOT_SIGNED_YET.code, NOT_SIGNED_YET.message);
    const days = overlap_days ?? DEFAULT_OVERLAP_DAYS;
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'replace_key',
      subject: ['tenant', tenant.id],
      summary: `replace the key that signs checkpoints; the one before ${signsFor(days)}`,
      reason,
      state: { keys },
      shown: { keys, overlap_days: days },
      needed: ({ keys }) => keys,
    });
    if (pending) return pending;
    return this.operations.ofRequest({ reason, overlap_days: days }, async (given, key_id) => {
      const replaced = await this.commands.send(replaceCheckpointKey, {
        tenant_id: tenant.id,
        key_id,
        ...by,
        ...given,
      });
      await this.record(tenant.id, replaced, by, given.reason);
      return replaced;
    });
  }

  /** Records it in the audit trail, unless an earlier attempt of the operation has done so. */
  private async record(tenant_id: string, replaced: ReplacedCheckpointKey, by: Officer, reason: string): Promise<void> {
    const data = { tenant_id, ...replaced, ...by, reason };
    await this.stream.append(tenant_id, async () => {
      if (await this.queries.isReplacementRecorded(tenant_id, replaced.key_id)) return undefined;
      return { type: 'CheckpointKeyReplaced', data };
    });
  }
}

function signsFor(days: number): string {
  if (days === 0) return 'signs nothing more';
  return days === 1 ? 'signs too for a day' : `signs too for ${days} days`;
}
