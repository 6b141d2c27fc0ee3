import { Controller } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { verifyWebhookAudit } from '@probity/contracts/audit/commands';
import type { AuditComparison } from '@probity/contracts/audit/comparison';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { VerificationReplies } from '@probity/messaging/verification-replies';

@Controller()
export class VerifyAuditHandler {
  private readonly replies = new VerificationReplies<AuditComparison>();

  constructor(private readonly projections: RebuildProjections) {}

  @OnCommand(verifyWebhookAudit)
  handle({ tenant_id, paced }: RequestOf<typeof verifyWebhookAudit>): Observable<AuditComparison> {
    return this.replies.of(this.projections.verifyAudit(tenant_id, paced), paced);
  }
}
