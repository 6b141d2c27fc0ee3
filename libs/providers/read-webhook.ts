import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { KYC_STATUSES } from '@probity/contracts/customers/words';
import { SEVERITIES } from '@probity/contracts/alerts/words';
import type { ProviderPlugin } from './plugin';
import { type ProviderSignal, type ProviderWebhook, WebhookRejected } from './provider-signal';

/** A webhook has the events of one delivery; no provider is known to send more than some tens. */
export const MAX_SIGNALS = 100;
const MAX_ID = 200;
const MAX_TEXT = 2_000;

const ShortText = Type.String({ minLength: 1, maxLength: MAX_ID });
const Text = Type.String({ minLength: 1, maxLength: MAX_TEXT });

const Signals = Compile(
  Type.Array(
    Type.Object({
      id: ShortText,
      event_source: ShortText,
      occurred_at: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' }),
      customer: Type.Object({ ref: Type.Optional(ShortText), account_ref: Type.Optional(ShortText) }),
      kyc: Type.Optional(Type.Object({ status: Type.Enum(KYC_STATUSES), reason: Text })),
      alert: Type.Optional(
        Type.Object({ key: ShortText, alert_type: ShortText, severity: Type.Enum(SEVERITIES), title: Text }),
      ),
      metadata: Type.Record(Type.String(), Type.Unknown()),
    }),
    { maxItems: MAX_SIGNALS },
  ),
);

/**
 * Verifies a provider's webhook over its raw bytes, then reads it.
 *
 * @returns the signals; empty for events that do not matter to Probity
 * @throws WebhookRejected `unverified`, also when the plugin fails to verify for any other reason, and `unreadable`
 */
export function readWebhook(
  plugin: ProviderPlugin,
  webhook: ProviderWebhook,
  configuration: Record<string, unknown>,
): ProviderSignal[] {
  const { webhooks } = plugin;
  if (!webhooks) throw new WebhookRejected('unverified', `${plugin.name} has no webhooks`);
  rejecting('unverified', 'the signature could not be verified', () => webhooks.verify(webhook, configuration));
  const body = parsed(webhook.body);
  const signals = rejecting('unreadable', 'the body has an unknown form', () => webhooks.read(body, configuration));
  if (Signals.Check(signals) && signals.every(({ occurred_at }) => !Number.isNaN(Date.parse(occurred_at)))) {
    return signals;
  }
  const [problem] = Signals.Errors(signals);
  throw new WebhookRejected(
    'unreadable',
    `a signal is invalid: ${problem?.instancePath ?? '/occurred_at'} ${problem?.message ?? 'must be a time'}`,
  );
}

/** The error of the parser quotes the body, which has personal data: it is not kept. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookRejected('unreadable', 'the body is not JSON in UTF-8');
  }
}

/** A plugin that stumbles over the form of a webhook must not look like a failure of Probity. */
function rejecting<T>(why: WebhookRejected['why'], message: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof WebhookRejected) throw error;
    throw new WebhookRejected(why, message, { cause: error });
  }
}
