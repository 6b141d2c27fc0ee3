import { Injectable } from '@nestjs/common';
import type { AuditVerification } from '@probity/contracts/audit/verification';
import type { LedgerVerification } from '@probity/contracts/ledger/views';
import { SYSTEM } from '@probity/contracts/staff/officer';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import { EventDamaged } from '@probity/event-store/damaged';
import { StreamCutOff } from '@probity/event-store/event-store';
import { NoticeBoard } from '@probity/notices/notice-board';
import { TimeSource } from '@probity/platform/time-source';
import type { Officer } from '../auth/staff-caller';
import { TenantStream } from '../tenants/tenant-stream';
import { auditTrailFailed, ledgerFailed, type Failed } from './verification-notices';

export const PROBITY: Officer = { officer: 'Probity', officer_id: SYSTEM };

/**
 * Records the outcome of each verification, so that staff see when a ledger was verified last, and by whom.
 *
 * A verification that Probity started raises a notice if something does not verify. The next one without a problem settles
 * it, also if staff started it. Notices come before the record: a process that is killed in between verifies again.
 */
@Injectable()
export class RecordVerifications {
  constructor(
    private readonly stream: TenantStream,
    private readonly time: TimeSource,
    private readonly board: NoticeBoard,
  ) {}

  /** Returns the progress unchanged; a last one is recorded before. */
  async record(tenant_id: string, by: Officer, progress: LedgerVerification): Promise<LedgerVerification> {
    if (!progress.done) return progress;
    const { ledger_id, checked, total, verified, head, broken } = progress;
    const verified_at = progress.verified_at ?? this.time.now().toISOString();
    const result = { ledger_id, checked, total, verified, head, broken };
    await this.tell(by, ledgerFailed(tenant_id, progress), verified);
    await this.append({ type: 'LedgerVerified', data: { tenant_id, ...result, ...by, verified_at } });
    return progress;
  }

  /** Records the result of a verification of an audit trail that Probity started. */
  async recordAuditTrail(result: AuditVerification): Promise<void> {
    const { tenant_id, entries, events, checkpoints, problems, first, verified } = result;
    const verified_at = result.verified_at ?? this.time.now().toISOString();
    await this.tell(PROBITY, auditTrailFailed(result), verified);
    const data = { tenant_id, entries, events, checkpoints, problems, first, verified, verified_at };
    await this.append({ type: 'AuditTrailVerified', data });
  }

  /**
   * Does not add the event if the stream of the tenant lacks events, or has a damaged one. Staff need the outcome most of
   * all then; operators get a notice about the stream.
   */
  private async append(event: Extract<TenantEvent, { type: 'LedgerVerified' | 'AuditTrailVerified' }>): Promise<void> {
    await unlessDamaged(() => this.stream.append(event.data.tenant_id, async () => event));
  }

  private async tell(by: Officer, { notice, settled }: Failed, verified: boolean): Promise<void> {
    await unlessDamaged(async () => {
      if (by.officer_id === SYSTEM) return verified ? this.board.settle(notice, settled) : this.board.raise(notice);
      if (verified) await this.board.settleFor(by, notice, settled);
    });
  }
}

async function unlessDamaged(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StreamCutOff) && !(error instanceof EventDamaged)) throw error;
  }
}
