import { Controller } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import { verifyPipelineProjections } from '@probity/contracts/projections/commands';
import type { ReadSideVerification } from '@probity/contracts/projections/verification';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { OnCommand } from '@probity/messaging/handler-decorators';

@Controller()
export class VerifyProjectionsHandler {
  constructor(private readonly projections: RebuildProjections) {}

  @OnCommand(verifyPipelineProjections)
  handle(): Observable<ReadSideVerification> {
    return from(this.projections.verify());
  }
}
