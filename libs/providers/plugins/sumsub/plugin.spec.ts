import { createHmac } from 'node:crypto';
import { configurationProblems } from '../../configuration';
import { readWebhook } from '../../read-webhook';
import type { FakeRequest } from '../../testing/fake-provider';
import { pluginContract } from '../../testing/plugin-contract';
import { kycOf } from '../../testing/stage-requests';
import { plugin } from './plugin';

const configuration = {
  app_token: 'sbx:the-app-token',
  secret_key: 'the-secret-key-of-the-token',
  webhook_secret: 'the-secret-key-of-the-webhook',
};

const APPLICANT = '64aa00000000000000000001';
const review = {
  reviewId: 'rVwAb',
  attemptId: 'tTmPt',
  attemptCnt: 1,
  levelName: 'identity-and-selfie',
  createDate: '2026-03-04 05:00:00+0000',
  reviewDate: '2026-03-04 05:06:00+0000',
};
const forged = {
  reviewAnswer: 'RED',
  reviewRejectType: 'FINAL',
  rejectLabels: ['FORGERY', 'ID_INVALID'],
  moderationComment: 'The document is not genuine.',
  clientComment: 'Seen in a private list.',
};
const blurred = { reviewAnswer: 'RED', reviewRejectType: 'RETRY', rejectLabels: ['BAD_SELFIE'], moderationComment: '' };
const level = { level: 'identity-and-selfie' };

const isSigned = ({ method, path, headers }: FakeRequest): boolean => {
  const signed = `${String(headers['x-app-access-ts'])}${method}${path}`;
  const signature = createHmac('sha256', configuration.secret_key).update(signed).digest('hex');
  return headers['x-app-token'] === configuration.app_token && headers['x-app-access-sig'] === signature;
};
const applicantWith = (body: object) => (request: FakeRequest) => {
  if (!isSigned(request)) return { status: 401 };
  return request.path === `/resources/applicants/${APPLICANT}/status` ? { body } : { status: 404 };
};
const request = kycOf({ kyc_provider_ref: APPLICANT });

const event = {
  applicantId: APPLICANT,
  inspectionId: '64aa00000000000000000002',
  applicantType: 'individual',
  correlationId: 'c0ffee00',
  levelName: 'identity-and-selfie',
  externalUserId: 'ACC-1',
  type: 'applicantReviewed',
  sandboxMode: false,
  reviewStatus: 'completed',
  createdAtMs: '2026-03-04 05:06:00.123',
  clientId: 'example-bank',
};
const signalFor = (type: string) => ({
  id: `${type}:${APPLICANT}:c0ffee00`,
  event_source: type,
  occurred_at: '2026-03-04T05:06:00.123Z',
  customer: { ref: APPLICANT, account_ref: 'ACC-1' },
});
/** The same alert, whether Probity asks for the review or Sumsub reports it. */
const rejection = {
  kyc: { status: 'rejected' as const, reason: 'The document is not genuine.' },
  alert: {
    key: `kyc:${APPLICANT}:2026-03-04:identity-and-selfie:FORGERY,ID_INVALID`,
    alert_type: 'kyc_rejected',
    severity: 'high' as const,
    title: 'Sumsub rejected the identity: The document is not genuine.',
  },
  metadata: {
    ...level,
    review_status: 'completed',
    reject_labels: ['FORGERY', 'ID_INVALID'],
    reject_type: 'FINAL',
  },
};
const retry = {
  kyc: { status: 'pending' as const, reason: 'BAD_SELFIE' },
  metadata: { ...level, review_status: 'completed', reject_labels: ['BAD_SELFIE'], reject_type: 'RETRY' },
};
const approval = {
  kyc: { status: 'approved' as const, reason: 'the applicant passed the verification' },
  metadata: { ...level, review_status: 'completed' },
};

const signed = (algorithm: string, name: string, body: Buffer, secret: string): Record<string, string> => ({
  'x-payload-digest': createHmac(algorithm, secret).update(body).digest('hex'),
  'x-payload-digest-alg': name,
});

pluginContract(plugin, {
  configuration,
  stages: {
    kyc: {
      nothingFoundStatuses: [404],
      examples: [
        {
          name: 'a final rejection',
          request,
          respond: applicantWith({ ...review, reviewStatus: 'completed', reviewResult: forged }),
          findings: [rejection],
        },
        {
          name: 'a final rejection whose time is not known',
          request,
          respond: applicantWith({ ...review, reviewDate: null, reviewStatus: 'completed', reviewResult: forged }),
          findings: [{ ...rejection, alert: { ...rejection.alert, key: 'kyc:rVwAb:tTmPt' } }],
        },
        {
          name: 'a rejection that the applicant may try again',
          request,
          respond: applicantWith({ ...review, reviewStatus: 'completed', reviewResult: blurred }),
          findings: [retry],
        },
        {
          name: 'an approval',
          request,
          respond: applicantWith({ ...review, reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } }),
          findings: [approval],
        },
        {
          name: 'a new attempt after a rejection',
          request,
          respond: applicantWith({ ...review, reviewStatus: 'pending', reviewResult: forged }),
          findings: [
            {
              kyc: { status: 'in_review', reason: 'the verification has no result yet' },
              metadata: { ...level, review_status: 'pending' },
            },
          ],
        },
        {
          name: 'an applicant who has submitted nothing',
          request,
          respond: applicantWith({ ...review, reviewStatus: 'init', reviewResult: null }),
          findings: [
            {
              kyc: { status: 'pending', reason: 'the applicant has to submit data or documents' },
              metadata: { ...level, review_status: 'init' },
            },
          ],
        },
        {
          name: 'an unknown applicant',
          request: kycOf({ kyc_provider_ref: 'a/../b' }),
          respond: ({ path }) => ({ status: path === '/resources/applicants/a%2F..%2Fb/status' ? 404 : 500 }),
          findings: [],
        },
        { name: 'a customer without an applicant', request: kycOf(), respond: () => ({ status: 500 }), findings: [] },
      ],
    },
  },
  webhooks: {
    sign: (body, { webhook_secret }) => signed('sha256', 'HMAC_SHA256_HEX', body, webhook_secret),
    secret: 'webhook_secret',
    examples: [
      {
        name: 'a final rejection',
        body: { ...event, reviewResult: forged },
        signals: [{ ...signalFor('applicantReviewed'), ...rejection }],
      },
      {
        name: 'a rejection that the applicant may try again',
        body: { ...event, reviewResult: blurred },
        signals: [{ ...signalFor('applicantReviewed'), ...retry }],
      },
      {
        name: 'an approval, without the id of the institution and of the event',
        body: { ...event, externalUserId: null, correlationId: null, reviewResult: { reviewAnswer: 'GREEN' } },
        signals: [
          {
            ...signalFor('applicantReviewed'),
            id: `applicantReviewed:${APPLICANT}:2026-03-04 05:06:00.123`,
            customer: { ref: APPLICANT },
            ...approval,
          },
        ],
      },
      {
        name: 'an event that is not read',
        body: { ...event, type: 'applicantPersonalInfoChanged', reviewResult: forged },
        signals: [],
      },
    ],
    forgeries: [
      {
        name: 'SHA-1, which Sumsub offers for old webhooks',
        headers: (body, { webhook_secret }) => signed('sha1', 'HMAC_SHA1_HEX', body, webhook_secret),
      },
      {
        name: 'a digest of another algorithm than the header names',
        headers: (body, { webhook_secret }) => signed('sha512', 'HMAC_SHA256_HEX', body, webhook_secret),
      },
      {
        name: 'the key of the API',
        headers: (body, { secret_key }) => signed('sha256', 'HMAC_SHA256_HEX', body, secret_key),
      },
    ],
  },
  test: (given) => ({ status: isSigned(given) && given.path.endsWith('/000000000000000000000000/status') ? 404 : 401 }),
});

function read(body: object, algorithm = 'sha256', name = 'HMAC_SHA256_HEX') {
  const raw = Buffer.from(JSON.stringify(body));
  const headers = signed(algorithm, name, raw, configuration.webhook_secret);
  return readWebhook(plugin, { headers, body: raw, receivedAt: 0 }, configuration);
}

it.each([
  ['applicantPending', 'in_review', 'pending'],
  ['applicantOnHold', 'in_review', 'onHold'],
  ['applicantAwaitingService', 'in_review', 'awaitingService'],
  ['applicantAwaitingUser', 'pending', 'awaitingUser'],
  ['applicantReset', 'pending', 'init'],
])('%s means %s, whatever result it repeats', (type, status, review_status) => {
  const [signal] = read({ ...event, type, reviewResult: forged });
  expect(signal).toMatchObject({ ...signalFor(type), kyc: { status }, metadata: { ...level, review_status } });
  expect(signal).not.toHaveProperty('alert');
});

it.each([
  ['another day', { createdAtMs: '2026-03-05 05:06:00.123' }],
  ['another level', { levelName: 'company' }],
  ['another reason', { reviewResult: { ...forged, rejectLabels: ['SANCTIONS'] } }],
  ['another applicant', { applicantId: '64aa00000000000000000009' }],
])('raises another alert for a rejection with %s', (_what, change) => {
  const [signal] = read({ ...event, reviewResult: forged, ...change });
  expect(signal!.alert!.key).not.toBe(rejection.alert.key);
});

it('raises the same alert for the same labels in another order, and another comment', () => {
  const reviewResult = {
    ...forged,
    rejectLabels: ['ID_INVALID', 'FORGERY'],
    moderationComment: 'Le document est faux.',
  };
  const [signal] = read({ ...event, correlationId: 'c0ffee01', reviewResult });
  expect(signal!.alert!.key).toBe(rejection.alert.key);
});

it('keeps a rejection with many long labels', () => {
  const rejectLabels = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(90, 'x'));
  const [signal] = read({ ...event, levelName: 'l'.repeat(5_000), reviewResult: { ...forged, rejectLabels } });
  expect(signal!.alert!.key.length).toBeLessThan(2_000);
});

it('accepts SHA-512', () => {
  expect(read({ ...event, reviewResult: forged }, 'sha512', 'HMAC_SHA512_HEX')).toHaveLength(1);
});

it('reads a rejection without a type as final', () => {
  const [signal] = read({ ...event, reviewResult: { reviewAnswer: 'RED' } });
  expect(signal).toMatchObject({ kyc: { status: 'rejected', reason: 'the applicant did not pass the verification' } });
});

it('keeps a rejection whose comment is long', () => {
  const [signal] = read({ ...event, reviewResult: { ...forged, moderationComment: 'x'.repeat(5_000) } });
  expect(signal!.kyc!.reason).toHaveLength(1_000);
});

it.each([
  { reviewResult: { reviewAnswer: 'BLUE' } },
  { reviewStatus: 'unheard-of' },
  { applicantId: null },
  { createdAtMs: 'yesterday' },
])('does not guess at %j', (change) => {
  const unreadable = expect.objectContaining({ name: 'WebhookRejected', why: 'unreadable' });
  expect(() => read({ ...event, reviewResult: forged, ...change })).toThrow(unreadable);
});

it('takes an origin only as the address, because the path is signed', () => {
  expect(configurationProblems(plugin, { ...configuration, base_url: 'https://sumsub.example.com' })).toEqual([]);
  expect(configurationProblems(plugin, { ...configuration, base_url: 'https://example.com/sumsub' })).toHaveLength(1);
});
