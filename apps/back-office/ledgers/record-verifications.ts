import { Injectable } from '@nestjs/common';
import type { LedgerVerification } from '@probity/contracts/ledger/views';
import { TimeSource } from '@probity/platform/time-source';
import type { Officer } from '../auth/staff-caller';
import { TenantStream } from '../tenants/tenant-stream';

/** Records the outcome of each verification, so that staff see when a ledger was verified last, and by whom. */
@Injectable()
export class RecordVerifications {
  constructor(
    private readonly stream: TenantStream,
    private readonly time: TimeSource,
  ) {}

  /** Returns the progress unchanged; a last one is recorded before. */
  async record(tenant_id: string, by: Officer, progress: LedgerVerification): Promise<LedgerVerification> {
    if (!progress.done) return progress;
    const { ledger_id, checked, total, verified, head, broken } = progress;
    const verified_at = progress.verified_at ?? this.time.now().toISOString();
    const result = { ledger_id, checked, total, verified, head, broken };
    await this.stream.append(tenant_id, async () => ({
      type: 'LedgerVerified',
      data: { tenant_id, ...result, ...by, verified_at },
    }));
    return progress;
  }
}
