import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { providerPlugin } from '../../plugin';
import { ProviderFailure } from '../../provider-api';
import { type ProviderSignal, type ProviderWebhook, WebhookRejected } from '../../provider-signal';
import { utcTime } from '../../utc-time';
import { hmacBase64, requireRecent, requireSignature, signatureHeader } from '../../webhook-signature';
import { Decision, decisionFinding, isDecisions, reviewFinding, rulesWith } from './decision';
import { Settings, triggerObject } from './trigger-object';

const TITLE = 'Marble';
/** The request names the event, so a result is used again only when the same event is processed again. */
const CACHE_SECONDS = 3_600;

const Event = Type.Object({ type: Type.String(), timestamp: Type.String() });
const isEvent = Compile(Event);
const isDecisionEvent = Compile(Type.Object({ ...Event.properties, content: Type.Object({ decision: Decision }) }));

/** The events that are read, with what each gives reason for. */
const FINDINGS = { 'decision.created': decisionFinding, 'case.decision_reviewed': reviewFinding } as const;
const isRead = (type: string): type is keyof typeof FINDINGS => Object.hasOwn(FINDINGS, type);

/** Asks Marble for decisions on events. `./decision.ts` has the format and its sources. */
export const plugin = providerPlugin({
  name: 'marble',
  version: '1.0.0',
  title: TITLE,
  stages: ['monitoring'],
  configuration: Settings,
  secrets: ['api_key', 'webhook_secret'],
  baseUrl: ({ base_url }) => base_url,

  async monitoring(request, api, settings) {
    const trigger = settings[request.event.type];
    if (!trigger) return { findings: [], evidence: { sent: false }, cacheSeconds: 0 };
    const { scenario_id, object_type } = trigger;
    const trigger_object = triggerObject(trigger, request);
    const { body } = await api.request({
      method: 'POST',
      path: scenario_id ? '/v1/decisions' : '/v1/decisions/all',
      headers: headersOf(settings),
      body: scenario_id ? { scenario_id, trigger_object } : { trigger_object_type: object_type, trigger_object },
    });
    if (!isDecisions.Check(body)) throw new ProviderFailure('not_understood', `${TITLE} returned no decisions`);
    const decisions = body.data;
    return {
      findings: decisions.map(decisionFinding).filter((finding) => finding !== undefined),
      evidence: {
        decisions: decisions.map(({ id, outcome, score }) => ({ id, outcome, score })),
        failed_rules: [...new Set(decisions.flatMap((decision) => rulesWith(decision, 'error')))],
      },
      cacheSeconds: CACHE_SECONDS,
    };
  },

  webhooks: {
    verify(webhook, { webhook_secret }) {
      if (!webhook_secret) throw new WebhookRejected('unverified', 'no webhook_secret is configured');
      const { time, signatures } = signatureOf(webhook);
      requireRecent(time, webhook);
      const signed = Buffer.concat([Buffer.from(`${time},`), webhook.body]);
      requireSignature(signatures, hmacBase64('sha256', webhook_secret, signed));
    },

    read(body, { account_field }) {
      if (!isEvent.Check(body)) throw new WebhookRejected('unreadable', `the body is not an event of ${TITLE}`);
      const { type, timestamp } = body;
      if (!isRead(type)) return [];
      if (!isDecisionEvent.Check(body)) throw new WebhookRejected('unreadable', 'the event has no decision');
      const { decision } = body.content;
      const finding = FINDINGS[type](decision);
      if (!finding) return [];
      const occurred_at = utcTime(timestamp);
      const customer = customerOf(decision.trigger_object, account_field);
      return [{ id: `${type}:${decision.id}:${occurred_at}`, event_source: type, occurred_at, customer, ...finding }];
    },
  },

  async test(api, settings) {
    const { body } = await api.request({
      method: 'GET',
      path: '/v1/decisions?limit=1',
      headers: headersOf(settings),
    });
    if (!isDecisions.Check(body)) throw new ProviderFailure('not_understood', `${TITLE} returned no decisions`);
    return 'The API key works, and decisions can be listed.';
  },
});

const headersOf = ({ api_key }: Settings): Record<string, string> => ({ authorization: `Bearer ${api_key}` });

/** The header has the form `t=<epoch seconds>,v1=<Base64>`, with `v2`, `v3` while a secret is replaced. */
function signatureOf(webhook: ProviderWebhook): { time: string; signatures: string[] } {
  const [first = '', ...others] = signatureHeader(webhook, 'webhook-signature').split(',');
  const time = /^t=(\d+)$/.exec(first)?.[1] ?? '';
  const signatures = others.flatMap((part) => /^v\d+=(.+)$/.exec(part)?.[1] ?? []);
  return { time, signatures };
}

function customerOf(object: Record<string, unknown>, account_field: string | undefined): ProviderSignal['customer'] {
  const account = account_field === undefined ? undefined : object[account_field];
  return typeof account === 'string' && account !== '' ? { account_ref: account } : {};
}
