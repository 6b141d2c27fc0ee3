import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { ingestEvent } from '@probity/contracts/pipeline/commands';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { TimeSource } from '@probity/platform/time-source';
import { EventIntake } from './event-intake';

@Controller()
export class IngestEventHandler {
  constructor(
    private readonly intake: EventIntake,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(ingestEvent)
  async handle(request: RequestOf<typeof ingestEvent>) {
    await this.intake.take({ ...request, received_at: this.time.now() });
    return { event_id: request.event_id };
  }
}
