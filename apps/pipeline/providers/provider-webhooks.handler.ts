import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { receiveProviderWebhook, webhookContext, type WebhookContent } from '@probity/contracts/providers/commands';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Refusal } from '@probity/platform/errors';
import { RequestKey } from '@probity/platform/request-encryption';
import { WebhookIntake } from './webhook-intake';

type Request = RequestOf<typeof receiveProviderWebhook>;

@Controller()
export class ProviderWebhooksHandler {
  constructor(
    private readonly intake: WebhookIntake,
    private readonly requestKey: RequestKey,
  ) {}

  @OnCommand(receiveProviderWebhook)
  async receive(request: Request) {
    const { tenant_id, plugin } = request;
    return this.intake.receive({ tenant_id, plugin, ...this.contentOf(request) });
  }

  /** Gateways of older versions do not encrypt. */
  private contentOf({ encrypted_webhook, http_headers = {}, body_base64 = '', ...address }: Request): WebhookContent {
    if (encrypted_webhook === undefined) return { http_headers, body_base64 };
    try {
      return JSON.parse(this.requestKey.decrypt(encrypted_webhook, webhookContext(address))) as WebhookContent;
    } catch (cause) {
      const message = 'this webhook cannot be decrypted at the moment. No changes were made; send it again later.';
      throw new Refusal('overloaded', 'verification_unavailable', message, { cause });
    }
  }
}
