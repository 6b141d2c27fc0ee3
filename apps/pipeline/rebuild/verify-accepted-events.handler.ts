import { Controller } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import { verifyAcceptedEvents } from '@probity/contracts/projections/commands';
import type { ReadSideVerification } from '@probity/contracts/projections/verification';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { INGESTION } from '../ingestion/project-ingestion';
import { compareAcceptedEvents } from './compare-accepted-events';

@Controller()
export class VerifyAcceptedEventsHandler {
  constructor(private readonly projections: RebuildProjections) {}

  @OnCommand(verifyAcceptedEvents)
  handle(): Observable<ReadSideVerification> {
    return from(this.projections.compareRows(INGESTION, compareAcceptedEvents));
  }
}
