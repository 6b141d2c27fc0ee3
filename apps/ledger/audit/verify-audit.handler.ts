import { Controller } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { verifyLedgerAudit } from '@probity/contracts/audit/commands';
import type { AuditComparison } from '@probity/contracts/audit/comparison';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { VerificationReplies } from '@probity/messaging/verification-replies';
import { LedgerAudit } from './ledger-audit';

@Controller()
export class VerifyAuditHandler {
  private readonly replies = new VerificationReplies<AuditComparison>();

  constructor(private readonly audit: LedgerAudit) {}

  @OnCommand(verifyLedgerAudit)
  handle({ tenant_id, paced }: RequestOf<typeof verifyLedgerAudit>): Observable<AuditComparison> {
    return this.replies.of(this.audit.verify(tenant_id, paced), paced);
  }
}
