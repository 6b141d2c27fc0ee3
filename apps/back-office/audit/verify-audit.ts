import { Injectable } from '@nestjs/common';
import { concat, defer, map, type Observable, of } from 'rxjs';
import {
  verifyCustomerAudit,
  verifyLedgerAudit,
  verifyLog,
  verifyPipelineAudit,
  verifyWebhookAudit,
} from '@probity/contracts/audit/commands';
import type { AuditComparison } from '@probity/contracts/audit/comparison';
import type { AuditVerification, LogVerification } from '@probity/contracts/audit/verification';
import { PLATFORM_LOG } from '@probity/contracts/checkpoints/events';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { CommandBus } from '@probity/messaging/command-bus';
import { VerificationReplies } from '@probity/messaging/verification-replies';
import { TimeSource } from '@probity/platform/time-source';
import { AuditReport } from './audit-report';

/**
 * Verifies the audit trail that a tenant sees: each service compares its rows with its events, and the notary compares
 * the events with its logs. One part after the other, so that the load stays small.
 */
@Injectable()
export class VerifyAudit {
  private readonly replies = new VerificationReplies<AuditComparison>();

  constructor(
    private readonly own: RebuildProjections,
    private readonly commands: CommandBus,
    private readonly time: TimeSource,
  ) {}

  /**
   * Reports the progress several times, then the result.
   *
   * @param checkpoint of the log of the tenant, which was kept outside, as a signed note
   */
  run(tenant_id: string, checkpoint: string | undefined): Observable<AuditVerification> {
    return this.all(tenant_id, false, checkpoint);
  }

  /** Like `run`, with rests: no person waits for it. It ends with an error when staff verify at the same time. */
  runPaced(tenant_id: string): Observable<AuditVerification> {
    return this.all(tenant_id, true);
  }

  private all(tenant_id: string, paced: boolean, checkpoint?: string): Observable<AuditVerification> {
    const request = { tenant_id, paced };
    return defer(() => {
      const report = new AuditReport(tenant_id, checkpoint !== undefined);
      const rows = (checking: string, comparison: Observable<AuditComparison>) =>
        comparison.pipe(map((line) => report.ofRows(checking, line)));
      const log = (name: string, kept?: string) => {
        const lines: Observable<LogVerification> = this.commands.progress(verifyLog, {
          log: name,
          paced,
          ...(kept !== undefined && { checkpoint: kept }),
        });
        return lines.pipe(map((line) => report.ofLog(line)));
      };
      return concat(
        of(report.progress('the audit trail')),
        rows('tenants and staff', this.replies.of(this.own.verifyAudit(tenant_id, paced), paced)),
        rows('ledgers', this.commands.progress(verifyLedgerAudit, request)),
        rows('lists, rules and providers', this.commands.progress(verifyPipelineAudit, request)),
        rows('webhook endpoints', this.commands.progress(verifyWebhookAudit, request)),
        rows('customers, alerts and cases', this.commands.progress(verifyCustomerAudit, request)),
        log(PLATFORM_LOG),
        log(tenant_id, checkpoint),
        defer(() => of(report.result(this.time.now()))),
      );
    });
  }
}
