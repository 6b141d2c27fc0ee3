import Type, { type Static } from 'typebox';
import { command, commandsOf } from '../declaration/command';
import { Id, Metadata } from '../fields';
import { PROVIDER_COMMANDS } from '../topics';
import { ProviderHealth, ProviderSignalView, ProviderTest, ProviderView, ReceivedWebhook } from './views';
import { PROVIDER_STATUSES } from './words';
import { officer } from '../staff/officer';
import { asSeen } from '../proposals/reviewed-as';

const providerCommand = commandsOf(PROVIDER_COMMANDS, 'tenant_id');
const provider = { tenant_id: Id, plugin: Type.String() };
const decision = { ...officer, reason: Type.String() };

/** All instances of the pipeline have the same key. Only the public part leaves them. */
export const readProviderKey = providerCommand({
  name: 'pipeline.read-provider-key',
  summary:
    "Return the public key that encrypts secrets for the pipeline, so that readers of the topics can't read them.",
  request: Type.Object({ tenant_id: Id }),
  reply: Type.Object({ public_key: Type.String({ description: 'X25519, SPKI, PEM' }) }),
});

/** What the secrets of a provider are encrypted for, so that they cannot be used for another one. */
export const secretsContext = (tenantId: string, plugin: string): string => `provider-secrets:${tenantId}:${plugin}`;

/** A secret that the command omits keeps its value. */
export const configureProvider = providerCommand({
  name: 'pipeline.configure-provider',
  summary: 'Store the configuration of a provider, as a new version.',
  request: Type.Object({
    ...provider,
    configuration: Metadata,
    encrypted_secrets: Type.Optional(
      Type.String({
        description:
          'JSON object of secrets by name, encrypted to the key of read-provider-key with X25519, HKDF-SHA256 and ' +
          'AES-256-GCM; base64',
      }),
    ),
    ...asSeen,
    ...decision,
  }),
  reply: ProviderView,
});

export const setProviderStatus = providerCommand({
  name: 'pipeline.set-provider-status',
  summary: 'Activate or deactivate a provider.',
  request: Type.Object({ ...provider, status: Type.Enum(PROVIDER_STATUSES), ...asSeen, ...decision }),
  reply: ProviderView,
});

export const testProvider = providerCommand({
  name: 'pipeline.test-provider',
  summary: 'Ask the provider something harmless with the stored configuration, active or not.',
  request: Type.Object(provider),
  reply: ProviderTest,
});

export const readProviderHealth = providerCommand({
  name: 'pipeline.read-provider-health',
  summary: "Return the state of a provider's circuit, its calls and its signals.",
  request: Type.Object(provider),
  reply: ProviderHealth,
});

/** Staff retry a signal, for example after they corrected the customer. */
export const retryProviderSignal = providerCommand({
  name: 'pipeline.retry-provider-signal',
  summary: 'Match and apply a signal again that is unresolved or failed.',
  request: Type.Object({ tenant_id: Id, signal_id: Id, ...decision }),
  reply: ProviderSignalView,
});

/** What a provider sent. It has personal data. */
export const WebhookContent = Type.Object({
  http_headers: Type.Record(Type.String(), Type.String(), { description: 'names in lower case' }),
  body_base64: Type.String({ description: 'the raw bytes, as they are signed' }),
});
export type WebhookContent = Static<typeof WebhookContent>;

/** Where a webhook goes. */
export interface WebhookAddress {
  tenant_id: string;
  plugin: string;
  delivery_id: string;
}

/** What a webhook is encrypted for, so that it cannot be used in the command of another one. */
export const webhookContext = ({ tenant_id, plugin, delivery_id }: WebhookAddress): string =>
  `provider-webhook:${tenant_id}:${plugin}:${delivery_id}`;

/** The same webhook again stores nothing more. The gateway encrypts it; older versions sent it in clear. */
export const receiveProviderWebhook = command({
  name: 'pipeline.receive-provider-webhook',
  topic: PROVIDER_COMMANDS,
  summary: "Verify a provider's webhook and store its signals. The reply means that they are stored.",
  key: (request) => request.delivery_id,
  request: Type.Object({
    ...provider,
    delivery_id: Type.String({ format: 'uuid', description: 'new for each request' }),
    encrypted_webhook: Type.Optional(
      Type.String({
        description:
          'JSON object with http_headers and body_base64, encrypted as encrypted_secrets of configure-provider are; ' +
          'base64. Without it, both are fields of the command, readable for readers of the topics.',
      }),
    ),
    ...Type.Partial(WebhookContent).properties,
  }),
  reply: ReceivedWebhook,
  example: { request: { encrypted_webhook: 'S2Zl0hJ1bq3xXn8oW4rFvQ==' } },
});
