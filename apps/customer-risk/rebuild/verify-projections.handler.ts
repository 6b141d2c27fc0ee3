import { Controller } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import { verifyCustomerProjections } from '@probity/contracts/projections/commands';
import type { ReadSideVerification } from '@probity/contracts/projections/verification';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { OnCommand } from '@probity/messaging/handler-decorators';

@Controller()
export class VerifyProjectionsHandler {
  constructor(private readonly projections: RebuildProjections) {}

  @OnCommand(verifyCustomerProjections)
  handle(): Observable<ReadSideVerification> {
    return from(this.projections.verify());
  }
}
