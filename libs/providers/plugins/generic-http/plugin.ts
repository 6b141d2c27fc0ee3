import { providerPlugin, type StageResult } from '../../plugin';
import { type ProviderApi, ProviderFailure } from '../../provider-api';
import { type ProviderSignal, type ProviderWebhook, WebhookRejected } from '../../provider-signal';
import type { Finding } from '../../stage-call';
import { utcTime } from '../../utc-time';
import { hmacBase64, hmacHex, requireRecent, requireSignature, signatureHeader } from '../../webhook-signature';
import { decisionFindings, kycFindings, matchFindings, missingMatches, NotMapped, required } from './findings';
import { filled, filledPath, textAt } from './mapping';
import { Settings, type Webhook } from './settings';

type Stage = NonNullable<Settings['kyc' | 'screening' | 'monitoring']>;

/** Connects any provider that speaks JSON over HTTP; the tenant's settings say how. */
export const plugin = providerPlugin({
  name: 'generic-http',
  version: '1.0.0',
  title: 'Generic HTTP',
  stages: ['kyc', 'screening', 'monitoring'],
  configuration: Settings,
  secrets: ['authorization', 'webhook_secret'],
  baseUrl: ({ base_url }) => base_url,

  async kyc(request, api, settings) {
    const stage = configured('kyc', settings.kyc);
    const body = await ask(api, settings, stage, request);
    return resultOf(stage, () => kycFindings(body, stage.found, nameOf(settings)));
  },

  async screening({ customer, subjects, threshold }, api, settings) {
    const stage = configured('screening', settings.screening);
    const asked = subjects.map(async (subject) => ({
      subject,
      body: await ask(api, settings, stage, { customer, subject, threshold }),
    }));
    const responses = await Promise.all(asked);
    const provider = nameOf(settings);
    return resultOf(
      stage,
      () =>
        responses.flatMap(({ subject, body }) => matchFindings(body, stage.found, { subject, threshold, provider })),
      () => responses.reduce((missing, { body }) => missing + missingMatches(body, stage.found), 0),
    );
  },

  async monitoring(request, api, settings) {
    const stage = configured('monitoring', settings.monitoring);
    const body = await ask(api, settings, stage, request);
    return resultOf(stage, () => decisionFindings(body, stage.found));
  },

  webhooks: {
    verify(webhook, { webhook: how, webhook_secret }) {
      if (!how || !webhook_secret) throw new WebhookRejected('unverified', 'no webhook is configured');
      const { signature_header, signature_prefix = '' } = how;
      const given = signatureHeader(webhook, signature_header);
      const digest = how.encoding === 'hex' ? hmacHex : hmacBase64;
      const signature = digest(how.algorithm, webhook_secret, signedBytes(webhook, how));
      requireSignature(given, `${signature_prefix}${signature}`);
    },

    read(body, settings) {
      const how = settings.webhook;
      if (!how) throw new WebhookRejected('unreadable', 'no webhook is configured');
      try {
        return signalsOf(body, how, nameOf(settings));
      } catch (error) {
        throw error instanceof NotMapped ? new WebhookRejected('unreadable', error.message) : error;
      }
    },
  },

  async test(api, settings) {
    if (!settings.test_path) return 'Nothing was sent: the setting test_path is empty.';
    await api.request({ method: 'GET', path: settings.test_path, headers: headersOf(settings) });
    return `GET ${settings.test_path} works.`;
  },
});

function configured<Found>(name: string, stage: Found | undefined): Found {
  if (stage) return stage;
  throw new ProviderFailure('rejected_request', `the configuration has no settings for the stage ${name}`);
}

async function ask(api: ProviderApi, settings: Settings, stage: Stage, values: unknown): Promise<unknown> {
  const { method, path, body } = stage;
  const request = { method, path: filledPath(path, values), headers: headersOf(settings) };
  return (await api.request(body === undefined ? request : { ...request, body: filled(body, values) })).body;
}

const nameOf = ({ provider_name = 'The provider' }: Settings): string => provider_name;

const headersOf = ({ authorization, authorization_header = 'authorization' }: Settings): Record<string, string> =>
  authorization ? { [authorization_header]: authorization } : {};

function resultOf({ cache_seconds = 0 }: Stage, read: () => Finding[], countMissing = () => 0): StageResult {
  try {
    const result = { findings: read(), evidence: {}, cacheSeconds: cache_seconds };
    const missing = countMissing();
    return missing > 0 ? { ...result, incomplete: `the provider did not return ${missing} of its matches` } : result;
  } catch (error) {
    if (error instanceof NotMapped) throw new ProviderFailure('not_understood', error.message);
    throw error;
  }
}

function signedBytes(webhook: ProviderWebhook, { time_header }: Webhook): Buffer {
  if (!time_header) return webhook.body;
  const time = signatureHeader(webhook, time_header);
  requireRecent(time, webhook);
  return Buffer.concat([Buffer.from(`${time}.`), webhook.body]);
}

/** A decision on the identity and another decision in one event are two signals, each with its alert. */
function signalsOf(body: unknown, how: Webhook, provider: string): ProviderSignal[] {
  const event_source = required('type', textAt(body, how.type));
  if (!how.types.includes(event_source)) return [];
  const id = required('id', textAt(body, how.id));
  const occurred_at = utcTime(required('occurred_at', textAt(body, how.occurred_at)));
  const ref = how.customer_ref && textAt(body, how.customer_ref);
  const account_ref = how.account_ref && textAt(body, how.account_ref);
  const event = { event_source, occurred_at, customer: { ...(ref && { ref }), ...(account_ref && { account_ref }) } };
  const identity = how.kyc ? kycFindings(body, how.kyc, provider) : [];
  const decision = how.decision ? decisionFindings(body, how.decision) : [];
  return [
    ...identity.map((finding) => ({ id, ...event, ...finding })),
    ...decision.map((finding) => ({ id: `${id}:decision`, ...event, ...finding })),
  ];
}
