import { Injectable } from '@nestjs/common';
import { concat, defer, EMPTY, map, type Observable, of } from 'rxjs';
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
import { NoPlace, VerificationPlaces } from '@probity/messaging/verification-places';
import { VerificationReplies } from '@probity/messaging/verification-replies';
import { Database } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import { TimeSource } from '@probity/platform/time-source';
import { compareObjects } from '@probity/read-side/database-objects/compare-objects';
import { AuditReport } from './audit-report';

/** How many tenants wait. */
const MAX_WAITING = 20;
/** After it, a caller whose verification was not started may ask again. */
const RETRY_AFTER_S = 30;

/**
 * Verifies the audit trail that a tenant sees: each service compares its rows with its events, and the notary compares
 * the events with its logs. One part after the other, so that the load stays small.
 */
@Injectable()
export class VerifyAudit {
  private readonly replies = new VerificationReplies<AuditComparison>();
  /** One at a time: each service compares one trail at a time. */
  private readonly places = new VerificationPlaces(1, MAX_WAITING);

  constructor(
    private readonly database: Database,
    private readonly own: RebuildProjections,
    private readonly commands: CommandBus,
    private readonly time: TimeSource,
  ) {}

  /**
   * Reports the progress several times, then the result. Takes a place at once.
   *
   * @param checkpoint of the log of the tenant, which was kept outside, as a signed note
   * @throws Refusal `rate_limited` when the tenant has a verification already, or too many wait
   */
  run(tenant_id: string, checkpoint: string | undefined): Observable<AuditVerification> {
    const waits = new AuditReport(tenant_id, false).progress('the audit trails of other tenants first');
    try {
      return this.places.run(tenant_id, waits, () => this.all(tenant_id, false, checkpoint));
    } catch (error) {
      if (!(error instanceof NoPlace)) throw error;
      const message = `no verification of the audit trail was started: ${error.message}; retry in ${RETRY_AFTER_S} s`;
      throw new Refusal('rate_limited', 'rate_limited', message, { retryAfterS: RETRY_AFTER_S });
    }
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
          tenant_id,
          paced,
          ...(kept !== undefined && { checkpoint: kept }),
        });
        return lines.pipe(map((line) => report.ofLog(line)));
      };
      return concat(
        of(report.progress('the audit trail')),
        // Of Probity's own verifications, one compares them for all tenants.
        paced ? EMPTY : defer(async () => report.ofObjects(await compareObjects(this.database))),
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
