import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { reportedFields, Words } from './finding-shape';
import type { ProviderPlugin } from './plugin';
import { withoutMessage } from './plugin-error';
import { type ProviderSignal, type ProviderWebhook, WebhookRejected } from './provider-signal';
import { storable } from './storable';

/** A webhook has the events of one delivery; no provider is known to send more than some tens. */
export const MAX_SIGNALS = 100;

const Signals = Compile(
  Type.Array(
    Type.Object({
      id: Words,
      event_source: Words,
      occurred_at: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' }),
      customer: Type.Object({ ref: Type.Optional(Words), account_ref: Type.Optional(Words) }),
      ...reportedFields,
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
  const read = () => storable(webhooks.read(body, configuration, webhook)) as ProviderSignal[];
  const signals = rejecting('unreadable', 'the body has an unknown form', read);
  if (Signals.Check(signals) && signals.every(({ occurred_at }) => isPossible(occurred_at)))
    return oneForEachId(signals);
  const [problem] = Signals.Errors(signals);
  throw new WebhookRejected(
    'unreadable',
    `a signal is invalid: ${problem?.instancePath ?? '/occurred_at'} ${problem?.message ?? 'must be a time'}`,
  );
}

/** The same id has an effect once, so of different signals with one id all but the first would be lost. */
function oneForEachId(signals: ProviderSignal[]): ProviderSignal[] {
  const byId = new Map(signals.map((signal) => [signal.id, signal]));
  if (signals.every((signal) => isDeepStrictEqual(signal, byId.get(signal.id)))) return [...byId.values()];
  throw new WebhookRejected('unreadable', 'two different signals have the same id');
}

/** A time that Postgres can store, too: it has no year 0. */
function isPossible(time: string): boolean {
  const at = Date.parse(time);
  return !Number.isNaN(at) && new Date(at).getUTCFullYear() >= 1;
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
    throw new WebhookRejected(why, message, { cause: withoutMessage(error) });
  }
}
