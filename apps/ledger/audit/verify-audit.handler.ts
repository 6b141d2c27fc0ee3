import { Controller } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import { verifyLedgerAudit } from '@probity/contracts/audit/commands';
import type { AuditComparison } from '@probity/contracts/audit/comparison';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { LedgerAudit } from './ledger-audit';

@Controller()
export class VerifyAuditHandler {
  constructor(private readonly audit: LedgerAudit) {}

  @OnCommand(verifyLedgerAudit)
  handle({ tenant_id }: RequestOf<typeof verifyLedgerAudit>): Observable<AuditComparison> {
    return from(this.audit.verify(tenant_id));
  }
}
