import type { FastifyRequest } from 'fastify';
import { readProviderKey, webhookContext } from '@probity/contracts/providers/commands';
import type { Command } from '@probity/contracts/declaration/command';
import type { CommandBus } from '@probity/messaging/command-bus';
import { Refusal } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { RequestKey } from '@probity/platform/request-encryption';
import { TimeSource } from '@probity/platform/time-source';
import type { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { ProviderWebhooksController } from './provider-webhooks.controller';
import { RunningWebhooks } from './running-webhooks';
import { KEY_LIFE_MS, WebhookEncryption } from './webhook-encryption';

/** The pipeline: it returns its key, and keeps the commands with webhooks. */
class Pipeline {
  key = new RequestKey(Buffer.alloc(32, 1));
  keysRead = 0;
  failure: Error | undefined;
  readonly webhooks: Record<'tenant_id' | 'plugin' | 'delivery_id' | 'encrypted_webhook', string>[] = [];

  readonly send = async (command: Command, request: never): Promise<unknown> => {
    if (command.name !== readProviderKey.name) return { received: this.webhooks.push(request) };
    this.keysRead += 1;
    await new Promise(setImmediate);
    if (this.failure) throw this.failure;
    return { public_key: this.key.publicPem };
  };

  /** What the pipeline reads of the nth webhook. */
  decrypted(n: number): unknown {
    const { encrypted_webhook, ...address } = this.webhooks[n]!;
    return JSON.parse(this.key.decrypt(encrypted_webhook, webhookContext(address)));
  }
}

describe('a webhook on its way to the pipeline', () => {
  const BODY = Buffer.from('{"applicant":"Ada Lovelace"}\u0000\u00ff', 'latin1');
  let pipeline: Pipeline;
  let now: number;
  let receive: () => Promise<unknown>;
  beforeEach(() => {
    pipeline = new Pipeline();
    now = Date.parse('2026-03-02T10:00:00Z');
    const commands = pipeline as unknown as CommandBus;
    const time = Object.assign(new TimeSource(), { now: () => new Date(now) });
    const tenants = { tenantBySlug: () => Promise.resolve({ id: newId() }) } as unknown as TenantQueries;
    const encryption = new WebhookEncryption(commands, time);
    const controller = new ProviderWebhooksController(tenants, commands, new RunningWebhooks(), encryption);
    const request = {
      ip: '192.0.2.1',
      headers: { 'x-signature': 'signed', cookie: 'a=b' },
      body: BODY,
    } as unknown as FastifyRequest;
    receive = () => controller.receive('sumsub', 'bank', request);
  });

  it('is readable only for the pipeline, byte for byte', async () => {
    expect(await receive()).toEqual({ received: 1 });
    const { encrypted_webhook, ...rest } = pipeline.webhooks[0]!;
    expect(rest).toEqual({ tenant_id: expect.any(String), plugin: 'sumsub', delivery_id: expect.any(String) });
    expect(Buffer.from(encrypted_webhook, 'base64').toString('latin1')).not.toContain('applicant');
    expect(pipeline.decrypted(0)).toEqual({
      http_headers: { 'x-signature': 'signed', cookie: 'a=b' },
      body_base64: BODY.toString('base64'),
    });
  });

  it('is encrypted to a key that is read once a minute', async () => {
    await Promise.all([receive(), receive()]);
    await receive();
    expect(pipeline.keysRead).toBe(1);
    pipeline.key = new RequestKey(Buffer.alloc(32, 2));
    now += KEY_LIFE_MS + 1;
    await receive();
    expect(pipeline.keysRead).toBe(2);
    expect(pipeline.decrypted(3)).toMatchObject({ body_base64: BODY.toString('base64') });
  });

  it('is not sent while the pipeline returns no key, and is sent as soon as it does', async () => {
    pipeline.failure = new Refusal('outcome_unknown', 'outcome_unknown', 'no reply within 10 s');
    await expect(receive()).rejects.toMatchObject({ code: 'outcome_unknown' });
    expect(pipeline.webhooks).toEqual([]);
    pipeline.failure = undefined;
    await receive();
    expect(pipeline.webhooks).toHaveLength(1);
  });
});
