import { Controller } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import { rebuildWebhookAudit } from '@probity/contracts/projections/commands';
import type { RebuildProgress } from '@probity/contracts/projections/views';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { OnCommand } from '@probity/messaging/handler-decorators';

@Controller()
export class RebuildAuditHandler {
  constructor(private readonly projections: RebuildProjections) {}

  @OnCommand(rebuildWebhookAudit)
  handle(): Observable<RebuildProgress> {
    return from(this.projections.run());
  }
}
