import type { WebhookContent } from '@probity/contracts/providers/commands';
import type { ReceivedWebhook } from '@probity/contracts/providers/views';
import { invalid, Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import type { TimeSource } from '@probity/platform/time-source';
import { type ProviderSignal, WebhookRejected } from '@probity/providers/provider-signal';
import { readWebhook } from '@probity/providers/read-webhook';
import type { PluginRegistry } from '@probity/providers/registry';
import type { ConfiguredProvider, ProviderConfigurations } from './provider-configurations';
import { storedAlert } from './reported-subject';
import { SecretsNotOpened } from './sealed-secrets';
import { signalIdOf, type Signals } from './signals';
import type { WebhookPayloads } from './webhook-payloads';

export interface WebhookIntakeParts {
  registry: PluginRegistry;
  configurations: ProviderConfigurations;
  payloads: WebhookPayloads;
  signals: Signals;
  time: TimeSource;
  logger: Logger;
  metrics: Metrics;
  /** called after signals were stored */
  onStored: () => void;
}

/** How far the clock of a provider may be ahead. */
const MAX_AHEAD_MS = 300_000;

type Webhook = { tenant_id: string; plugin: string } & WebhookContent;

/** Verifies and stores webhooks of providers. */
export class WebhookIntake {
  constructor(private readonly parts: WebhookIntakeParts) {}

  /**
   * Returns when the signals are durable.
   *
   * @throws Refusal `bad_signature`, the same for an unknown plugin, an inactive provider and a wrong signature;
   * `bad_webhook` when the signature fits and the plugin cannot read the body; `verification_unavailable` when the
   * secrets of the provider cannot be opened
   */
  async receive({ tenant_id, plugin, http_headers, body_base64 }: Webhook): Promise<ReceivedWebhook> {
    const { registry, payloads, signals, time, onStored, metrics } = this.parts;
    const known = registry.find(plugin);
    const provider = known && (await this.active(tenant_id, plugin));
    if (!provider) throw badSignature();
    const receivedAt = time.now();
    const webhook = {
      headers: http_headers,
      body: Buffer.from(body_base64, 'base64'),
      receivedAt: receivedAt.getTime(),
    };
    const read = this.read(tenant_id, plugin, () => readWebhook(known, webhook, provider.configuration));
    metrics.countProviderWebhook(plugin, 'accepted');
    if (read.length === 0) return { received: 0 };

    const payload_sha256 = await payloads.store(tenant_id, plugin, webhook.body, receivedAt);
    const origin = { tenant_id, plugin, plugin_version: known.version, payload_sha256 };
    for (const signal of read) {
      const fields = signalFields(tenant_id, plugin, signal, receivedAt);
      const isAsStored = await signals.receive({ ...origin, ...fields, received_at: receivedAt.toISOString() });
      if (!isAsStored) this.reportConflict(tenant_id, plugin, fields.signal_id);
    }
    onStored();
    return { received: read.length };
  }

  /** @throws Refusal `verification_unavailable`, without a reason, because anyone can send a webhook */
  private async active(tenant_id: string, plugin: string): Promise<ConfiguredProvider | undefined> {
    const { configurations, logger, metrics } = this.parts;
    try {
      return await configurations.active(tenant_id, plugin);
    } catch (err) {
      if (!(err instanceof SecretsNotOpened)) throw err;
      metrics.countProviderWebhook(plugin, 'unavailable');
      logger.error({ err, tenant_id, plugin }, "cannot verify a provider's webhooks; the provider repeats them");
      const message = 'this webhook cannot be verified at the moment. No changes were made; send it again later.';
      throw new Refusal('overloaded', 'verification_unavailable', message);
    }
  }

  /** The id of the event does not identify it: perhaps the configuration of the plugin names the wrong field. */
  private reportConflict(tenant_id: string, plugin: string, signal_id: string): void {
    this.parts.metrics.countProviderSignal(plugin, 'conflicting');
    const message = 'a provider repeated the id of an event with another content; the first one counts';
    this.parts.logger.warn({ tenant_id, plugin, signal_id }, message);
  }

  private read(tenant_id: string, plugin: string, read: () => ProviderSignal[]): ProviderSignal[] {
    const { logger, metrics } = this.parts;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof WebhookRejected)) throw error;
      metrics.countProviderWebhook(plugin, error.why);
      logger.warn({ tenant_id, plugin, why: error.why, problem: error.message }, "rejected a provider's webhook");
      if (error.why === 'unverified') throw badSignature();
      throw invalid('bad_webhook', 'the signature is valid, but the body has an unknown form. No changes were made.');
    }
  }
}

function signalFields(
  tenantId: string,
  plugin: string,
  { id, occurred_at, kyc, alert, ...signal }: ProviderSignal,
  receivedAt: Date,
) {
  const { event_source, customer, metadata } = signal;
  return {
    signal_id: signalIdOf(tenantId, plugin, id),
    provider_event_id: id,
    event_source,
    occurred_at: notAhead(new Date(occurred_at), receivedAt).toISOString(),
    customer,
    ...(kyc && { kyc }),
    ...(alert && { alert: storedAlert(alert) }),
    metadata,
  };
}

/** A time far in the future would keep the customer's status from all later reports, so the time of receipt counts. */
const notAhead = (occurredAt: Date, receivedAt: Date): Date =>
  occurredAt.getTime() - receivedAt.getTime() > MAX_AHEAD_MS ? receivedAt : occurredAt;

/** Says nothing about what exists. */
export const badSignature = (): Refusal =>
  new Refusal('unauthenticated', 'bad_signature', 'the webhook could not be verified');
