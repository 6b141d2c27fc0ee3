import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  readProviderKey,
  type WebhookAddress,
  webhookContext,
  type WebhookContent,
} from '@probity/contracts/providers/commands';
import { CommandBus } from '@probity/messaging/command-bus';
import { encryptRequest } from '@probity/platform/request-encryption';
import { TimeSource } from '@probity/platform/time-source';

/** How long the key of the pipeline is used before it is read again, so that a new one needs no restart. */
export const KEY_LIFE_MS = 60_000;

/** Encrypts webhooks to the pipeline: they have personal data, and readers of the topics must not see it. */
@Injectable()
export class WebhookEncryption {
  private readonly keys: LRUCache<'pipeline', string, string>;

  constructor(commands: CommandBus, time: TimeSource) {
    this.keys = new LRUCache({
      max: 1,
      ttl: KEY_LIFE_MS,
      ttlResolution: 0,
      perf: { now: () => time.now().getTime() },
      fetchMethod: async (_pipeline, _old, { context: tenant_id }) =>
        (await commands.send(readProviderKey, { tenant_id })).public_key,
    });
  }

  /** @throws Refusal when the pipeline does not return its key */
  async encrypt(content: WebhookContent, address: WebhookAddress): Promise<string> {
    const key = await this.keys.forceFetch('pipeline', { context: address.tenant_id });
    return encryptRequest(key, JSON.stringify(content), webhookContext(address));
  }
}
