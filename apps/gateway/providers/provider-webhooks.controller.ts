import { Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { receiveProviderWebhook } from '@probity/contracts/providers/commands';
import { ReceivedWebhook } from '@probity/contracts/providers/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { Refusal } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { clientAddress } from '@probity/platform/http/client-address';
import { newId } from '@probity/platform/ids';
import { textProblem } from '@probity/platform/text';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { RunningWebhooks } from './running-webhooks';
import { WebhookEncryption } from './webhook-encryption';

const MESSAGE = 'the webhook could not be verified';

/** Takes webhooks of providers. The provider's signature over the raw bytes authenticates them, nothing else. */
@ApiController('Providers', 'providers')
export class ProviderWebhooksController {
  constructor(
    private readonly tenants: TenantQueries,
    private readonly commands: CommandBus,
    private readonly running: RunningWebhooks,
    private readonly encryption: WebhookEncryption,
  ) {}

  @Post(':plugin/webhooks/:slug')
  @ApiRoute({
    summary: 'Receive a webhook of a provider',
    description:
      'For providers, not for institutions. The response means that the reports in the webhook are stored. Sending ' +
      'the same webhook again has no effect.',
    status: 200,
    data: ReceivedWebhook,
    rawBody: true,
    authentication: {
      code: 'bad_signature',
      message: MESSAGE,
      when: 'the signature is not valid, or the tenant, the plugin or an active provider does not exist',
    },
    refusals: [
      {
        code: 'bad_webhook',
        message: 'the signature is valid, but the body has an unknown form. No changes were made.',
        when: 'the plugin cannot read the body',
      },
    ],
    outcomeUnknown: 'send the webhook again',
    unavailable:
      '`overloaded`: too many webhooks of the tenant at the same time; `verification_unavailable`: Probity cannot ' +
      'verify webhooks of the provider at the moment, and made no changes',
  })
  async receive(
    @Param('plugin') plugin: string,
    @Param('slug') slug: string,
    @Req() request: FastifyRequest,
  ): Promise<ReceivedWebhook> {
    return this.running.run(slug, clientAddress(request), () => this.verified(plugin, slug, request));
  }

  private async verified(plugin: string, slug: string, request: FastifyRequest): Promise<ReceivedWebhook> {
    const tenant = textProblem(slug) ? undefined : await this.tenants.tenantBySlug(slug);
    if (!tenant) throw new Refusal('unauthenticated', 'bad_signature', MESSAGE);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const content = { http_headers: headersOf(request), body_base64: body.toString('base64') };
    const address = { tenant_id: tenant.id, plugin, delivery_id: newId() };
    const encrypted_webhook = await this.encryption.encrypt(content, address);
    return this.commands.send(receiveProviderWebhook, { ...address, encrypted_webhook });
  }
}

/** Names are in lower case; several headers of one name are joined. */
function headersOf({ headers }: FastifyRequest): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value = '']): [string, string] => [
    name,
    [value].flat().join(', '),
  ]);
  return Object.fromEntries(entries);
}
