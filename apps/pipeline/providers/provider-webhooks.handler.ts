import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { receiveProviderWebhook } from '@probity/contracts/providers/commands';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { WebhookIntake } from './webhook-intake';

@Controller()
export class ProviderWebhooksHandler {
  constructor(private readonly intake: WebhookIntake) {}

  @OnCommand(receiveProviderWebhook)
  async receive(request: RequestOf<typeof receiveProviderWebhook>) {
    return this.intake.receive(request);
  }
}
