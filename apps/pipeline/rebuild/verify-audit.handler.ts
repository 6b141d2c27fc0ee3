import { Controller } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import { verifyPipelineAudit } from '@probity/contracts/audit/commands';
import type { AuditComparison } from '@probity/contracts/audit/comparison';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { OnCommand } from '@probity/messaging/handler-decorators';

@Controller()
export class VerifyAuditHandler {
  constructor(private readonly projections: RebuildProjections) {}

  @OnCommand(verifyPipelineAudit)
  handle({ tenant_id }: RequestOf<typeof verifyPipelineAudit>): Observable<AuditComparison> {
    return from(this.projections.verifyAudit(tenant_id));
  }
}
