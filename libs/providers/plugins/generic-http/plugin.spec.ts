import { createHmac } from 'node:crypto';
import { configurationProblems } from '../../configuration';
import { readWebhook } from '../../read-webhook';
import { pluginContract } from '../../testing/plugin-contract';
import { kycOf, monitoringOf, screeningOf } from '../../testing/stage-requests';
import { plugin } from './plugin';

const configuration = {
  base_url: 'https://checks.example.com/v1',
  provider_name: 'Example Checks',
  authorization: 'Bearer of the secret token',
  webhook_secret: 'the secret of the webhooks',
  test_path: '/me',
  kyc: {
    method: 'GET' as const,
    path: '/applicants/{{/customer/profile/kyc_provider_ref}}',
    cache_seconds: 30,
    found: {
      id: '/review/id',
      status: '/review/answer',
      statuses: { GREEN: 'approved' as const, RED: 'rejected' as const, NEW: 'none' as const },
      reason: '/review/comment',
      metadata: { reject_labels: '/review/labels' },
    },
  },
  screening: {
    method: 'POST' as const,
    path: '/search',
    body: { name: '{{/subject/name}}', born: '{{/subject/birth_date}}', countries: '{{/subject/countries}}' },
    found: {
      items: '/hits',
      list: '/list',
      entry_id: '/id',
      name: '/name',
      score: '/score',
      score_maximum: 100,
      topics: '/topics',
    },
  },
  monitoring: {
    method: 'POST' as const,
    path: '/decide',
    body: { id: '{{/event/id}}', amount: '{{/event/payload/amount}}' },
    found: {
      id: '/id',
      decision: '/outcome',
      decisions: { approve: 'none' as const, review: 'medium' as const, decline: 'high' as const },
      alert_type: 'provider_decision',
      title: '/why',
    },
  },
  webhook: {
    signature_header: 'x-signature',
    signature_prefix: 'sha256=',
    algorithm: 'sha256' as const,
    encoding: 'hex' as const,
    time_header: 'x-time',
    types: ['review.done'],
    id: '/id',
    type: '/type',
    occurred_at: '/at',
    customer_ref: '/applicant',
    account_ref: '/account',
    kyc: {
      id: '/id',
      status: '/answer',
      statuses: { GREEN: 'approved' as const, RED: 'rejected' as const },
      reason: 'the review has ended',
    },
  },
};

const redReview = { review: { id: 'r1', answer: 'RED', comment: 'forged', labels: ['FORGERY'] } };
const hit = { id: 'e1', list: 'ofac', name: 'JANE DOE', score: 91, topics: ['sanction'] };
const event = { id: 'evt1', type: 'review.done', at: '2026-03-04T06:06:00+01:00', applicant: 'a1', answer: 'RED' };
const signal = {
  id: 'evt1',
  event_source: 'review.done',
  occurred_at: '2026-03-04T05:06:00.000Z',
  customer: { ref: 'a1' },
  kyc: { status: 'rejected' as const, reason: 'the review has ended' },
  alert: {
    key: 'kyc:evt1',
    alert_type: 'kyc_rejected',
    severity: 'high' as const,
    title: 'Example Checks rejected the identity: the review has ended',
  },
  metadata: {},
};

const signed = (algorithm: string, body: Buffer, secret: string, at: Date): Record<string, string> => {
  const time = String(Math.floor(at.getTime() / 1_000));
  const digest = createHmac(algorithm, secret).update(`${time}.`).update(body).digest('hex');
  return { 'x-time': time, 'x-signature': `sha256=${digest}` };
};

pluginContract(plugin, {
  configuration,
  stages: {
    kyc: {
      examples: [
        {
          name: 'a rejected applicant',
          request: kycOf({ kyc_provider_ref: 'a/1' }),
          respond: ({ path, headers }) =>
            path === '/v1/applicants/a%2F1' && headers.authorization === configuration.authorization
              ? { body: redReview }
              : { status: 404 },
          findings: [
            {
              kyc: { status: 'rejected', reason: 'forged' },
              alert: {
                key: 'kyc:r1',
                alert_type: 'kyc_rejected',
                severity: 'high',
                title: 'Example Checks rejected the identity: forged',
              },
              metadata: { reject_labels: ['FORGERY'] },
            },
          ],
        },
        {
          name: 'an approved applicant',
          request: kycOf({ kyc_provider_ref: 'a2' }),
          respond: () => ({ body: { review: { id: 'r2', answer: 'GREEN' } } }),
          findings: [{ kyc: { status: 'approved', reason: 'the status is approved' }, metadata: {} }],
        },
        {
          name: 'an applicant who was not reviewed yet',
          request: kycOf({ kyc_provider_ref: 'a3' }),
          respond: () => ({ body: { review: { answer: 'NEW' } } }),
          findings: [],
        },
      ],
    },
    screening: {
      examples: [
        {
          name: 'one of two subjects',
          request: screeningOf(
            { birth_date: '1980' },
            { role: 'beneficial_owner', name: 'John Roe', countries: ['FR'] },
          ),
          respond: ({ body }) => ({ body: { hits: body.name === 'Jane Doe' && body.born === '1980' ? [hit] : [] } }),
          findings: [
            {
              alert: {
                key: 'match:ofac:e1:sanctions_match',
                alert_type: 'sanctions_match',
                severity: 'critical',
                title:
                  'Example Checks found a possible sanctions match: customer "Jane Doe" is like "JANE DOE" on ofac',
                match: {
                  list: 'ofac',
                  entry_id: 'e1',
                  topics: ['sanction'],
                  subject: 'customer',
                  subject_name: 'Jane Doe',
                  matched_name: 'JANE DOE',
                  score: 0.91,
                },
              },
              metadata: {},
            },
          ],
        },
        {
          name: 'a hit below the threshold',
          request: screeningOf({}),
          respond: () => ({ body: { hits: [{ ...hit, score: 79 }] } }),
          findings: [],
        },
      ],
    },
    monitoring: {
      examples: [
        {
          name: 'a declined transaction',
          request: monitoringOf({ amount: '10.00' }),
          respond: ({ body }) => ({ body: { id: body.id, outcome: 'decline', why: `too much: ${body.amount}` } }),
          findings: [
            {
              alert: {
                key: 'decision:0190a0a0-0000-7000-8000-000000000002',
                alert_type: 'provider_decision',
                severity: 'high',
                title: 'too much: 10.00',
              },
              metadata: {},
            },
          ],
        },
        {
          name: 'an approved transaction',
          request: monitoringOf({ amount: '1.00' }),
          respond: () => ({ body: { outcome: 'approve' } }),
          findings: [],
        },
      ],
    },
  },
  webhooks: {
    sign: (body, { webhook_secret = '' }, at) => signed('sha256', body, webhook_secret, at),
    secret: 'webhook_secret',
    relevance: ['type'], // a type may be a number, too
    replayWindowSeconds: 300,
    examples: [
      { name: 'a rejection', body: event, signals: [signal] },
      {
        name: 'an account instead of an applicant',
        body: { ...event, applicant: null, account: 'ACC-1' },
        signals: [{ ...signal, customer: { account_ref: 'ACC-1' } }],
      },
      { name: 'a type that is not configured', body: { ...event, type: 'review.begun' }, signals: [] },
    ],
    forgeries: [
      {
        name: 'with another algorithm',
        headers: (body, { webhook_secret = '' }, at) => signed('sha1', body, webhook_secret, at),
      },
    ],
  },
  test: ({ path }) => ({ status: path === '/v1/me' ? 200 : 404 }),
});

describe('the settings', () => {
  it.each<[object, string]>([
    [{ kyc: { ...configuration.kyc, methods: 'GET' } }, 'kyc.methods: is not a setting of Generic HTTP'],
    [{ monitoring: { ...configuration.monitoring, path: 'decide' } }, 'monitoring.path: must match pattern "^/"'],
  ])('with %j are rejected', (change, problem) => {
    expect(configurationProblems(plugin, { ...configuration, ...change })).toEqual([expect.stringContaining(problem)]);
  });

  it('may leave out stages and webhooks', () => {
    const { base_url } = configuration;
    expect(configurationProblems(plugin, { base_url })).toEqual([]);
    const webhook = { headers: {}, body: Buffer.from('{}'), receivedAt: 0 };
    expect(() => readWebhook(plugin, webhook, { base_url })).toThrow('no webhook is configured');
  });
});

it('reports a decision beside the identity as a signal of its own', () => {
  const decision = { ...configuration.monitoring.found, decision: '/outcome', title: 'Example Checks declined it' };
  const both = { ...configuration, webhook: { ...configuration.webhook, decision } };
  const body = Buffer.from(JSON.stringify({ ...event, outcome: 'decline' }));
  const at = new Date('2026-03-04T05:06:07Z');
  const headers = signed('sha256', body, configuration.webhook_secret, at);
  const signals = readWebhook(plugin, { headers, body, receivedAt: at.getTime() }, both);
  expect(signals).toEqual([signal, expect.objectContaining({ id: 'evt1:decision', customer: { ref: 'a1' } })]);
});
