import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { kycFinding } from '../../kyc-finding';
import { providerPlugin } from '../../plugin';
import { ProviderFailure } from '../../provider-api';
import { WebhookRejected } from '../../provider-signal';
import { utcTime } from '../../utc-time';
import { hmacHex, requireRecent, requireSignature, signatureHeader } from '../../webhook-signature';

const TITLE = 'Acme Check';
const STATUSES = { passed: 'approved', failed: 'rejected', running: 'in_review' } as const;

/** What Probity reads of a check: https://docs.acme.example/checks */
const Check = Type.Object({
  id: Type.String(),
  applicant_id: Type.String(),
  status: Type.Enum(['passed', 'failed', 'running']),
  reasons: Type.Array(Type.String()),
});
const isCheck = Compile(Check);
const isEvent = Compile(Type.Object({ id: Type.String(), type: Type.String(), at: Type.String(), check: Check }));

function findingOf({ id, status, reasons }: Static<typeof Check>) {
  const reason = reasons.join(', ') || `the check has ${status}`;
  return kycFinding(TITLE, id, { status: STATUSES[status], reason }, { check_id: id, reject_labels: reasons });
}

export const plugin = providerPlugin({
  name: 'acme-check',
  version: '1.0.0',
  title: TITLE,
  stages: ['kyc'],
  configuration: Type.Object({
    base_url: Type.String({ description: 'address of the API, such as https://api.acme.example' }),
    api_key: Type.String({ minLength: 8, description: 'from the dashboard, under Keys' }),
    webhook_secret: Type.String({ minLength: 8, description: 'from the dashboard, under Webhooks' }),
  }),
  secrets: ['api_key', 'webhook_secret'],
  baseUrl: ({ base_url }) => base_url,

  async kyc({ customer }, api, { api_key }) {
    const applicant = customer.profile.kyc_provider_ref;
    if (!applicant) return { findings: [], evidence: { applicant: null }, cacheSeconds: 0 };
    const path = `/applicants/${encodeURIComponent(applicant)}/check`;
    const { status, body } = await api.request({ method: 'GET', path, headers: { 'x-api-key': api_key } }, [404]);
    if (status === 404) return { findings: [], evidence: { applicant: 'unknown' }, cacheSeconds: 0 };
    if (!isCheck.Check(body)) throw new ProviderFailure('not_understood', `${TITLE} returned no check`);
    return {
      findings: [findingOf(body)],
      evidence: { check: body.id },
      cacheSeconds: body.status === 'running' ? 0 : 60,
    };
  },

  webhooks: {
    verify(webhook, { webhook_secret }) {
      const time = signatureHeader(webhook, 'x-acme-time');
      requireRecent(time, webhook);
      const signed = Buffer.concat([Buffer.from(`${time}.`), webhook.body]);
      requireSignature(signatureHeader(webhook, 'x-acme-signature'), hmacHex('sha256', webhook_secret, signed));
    },
    read(body) {
      if (!isEvent.Check(body)) throw new WebhookRejected('unreadable', 'the body is not an event of Acme Check');
      const { id, type, at, check } = body;
      if (type !== 'check.completed') return [];
      const occurred_at = utcTime(at);
      return [{ id, event_source: type, occurred_at, customer: { ref: check.applicant_id }, ...findingOf(check) }];
    },
  },

  async test(api, { api_key }) {
    await api.request({ method: 'GET', path: '/me', headers: { 'x-api-key': api_key } });
    return 'The API key works.';
  },
});
