import { createHmac } from 'node:crypto';
import { ApiClients } from '../../api-client';
import { callStage } from '../../call-stage';
import { configurationProblems } from '../../configuration';
import { readWebhook } from '../../read-webhook';
import { FakeProvider } from '../../testing/fake-provider';
import { pluginContract } from '../../testing/plugin-contract';
import { monitoringOf } from '../../testing/stage-requests';
import { plugin } from './plugin';

const EVENT = '0190a0a0-0000-7000-8000-000000000002';
const SCENARIO = '5c3e1a52-0000-4000-8000-000000000001';

const configuration = {
  base_url: 'https://api.checkmarble.com',
  api_key: 'the secret of the API',
  webhook_secret: 'the secret of the webhooks',
  account_field: 'account_id',
  transaction: {
    object_type: 'transactions',
    fields: {
      amount: 'event.payload.amount',
      account_id: 'customer.profile.account_refs.0',
      nationality: 'customer.profile.nationality',
    },
    number_fields: ['amount'],
  },
};

const decision = (outcome: string, change: Record<string, unknown> = {}) => ({
  id: 'd1',
  created_at: '2026-03-04T05:06:07Z',
  trigger_object: { object_id: EVENT, updated_at: '2026-03-04T05:06:07Z', amount: 10.5, account_id: 'ACC-1' },
  outcome,
  review_status: null,
  scenario: { id: SCENARIO, iteration_id: 'i1', version: '3' },
  score: 120,
  rules: [
    { name: 'Large amount', rule_id: 'r1', outcome: 'hit', score_modifier: 120 },
    { name: 'New account', rule_id: 'r2', outcome: 'no_hit', score_modifier: 0 },
    { name: 'Device', rule_id: 'r3', outcome: 'error', score_modifier: 0, error: { code: 100, message: 'x' } },
  ],
  screenings: [],
  ...change,
});
const metadataOf = (outcome: string) => ({
  decision_id: 'd1',
  outcome,
  score: 120,
  scenario_id: SCENARIO,
  scenario_version: '3',
  rules: ['Large amount'],
});
const declined = {
  alert: {
    key: `decision:${SCENARIO}:${EVENT}`,
    alert_type: 'provider_decision',
    severity: 'high' as const,
    title: `Marble declined ${EVENT}: Large amount`,
  },
  metadata: metadataOf('decline'),
};
const event = (type: string, content: unknown) => ({ type, content, timestamp: '2026-03-04T05:06:07.888170937Z' });
const signal = (type: string) => ({
  id: `${type}:d1:2026-03-04T05:06:07.888Z`,
  event_source: type,
  occurred_at: '2026-03-04T05:06:07.888Z',
  customer: { account_ref: 'ACC-1' },
});

const signature = (algorithm: string, separator: string, encoding: 'base64' | 'hex') => {
  return (body: Buffer, { webhook_secret = '' }: { webhook_secret?: string }, at: Date) => {
    const time = Math.floor(at.getTime() / 1_000);
    const digest = createHmac(algorithm, webhook_secret).update(`${time}${separator}`).update(body).digest(encoding);
    return { 'webhook-signature': `t=${time},v1=${digest}` };
  };
};
const sign = signature('sha256', ',', 'base64');

pluginContract(plugin, {
  configuration,
  stages: {
    monitoring: {
      examples: [
        {
          name: 'a declined transaction',
          request: monitoringOf({ amount: '10.50' }),
          respond: ({ method, path, headers, body }) =>
            method === 'POST' &&
            path === '/v1/decisions/all' &&
            headers.authorization === `Bearer ${configuration.api_key}` &&
            body.trigger_object_type === 'transactions'
              ? { body: { data: [decision('decline'), decision('approve')], metadata: { total: 2 } } }
              : { status: 400 },
          findings: [declined],
        },
        {
          name: 'a transaction that no scenario applies to',
          request: monitoringOf({ amount: '1.00' }),
          respond: () => ({ body: { data: [], metadata: { total: 0, skipped: 1 } } }),
          findings: [],
        },
      ],
    },
  },
  webhooks: {
    sign,
    secret: 'webhook_secret',
    rotated: (first, second) => {
      const [, other] = second['webhook-signature']!.split(',v1=');
      return { 'webhook-signature': `${first['webhook-signature']},v2=${other}` };
    },
    replayWindowSeconds: 300,
    forgeries: [
      { name: 'SHA-1', headers: signature('sha1', ',', 'base64') },
      { name: 'hexadecimal digits', headers: signature('sha256', ',', 'hex') },
      { name: 'another separator', headers: signature('sha256', '.', 'base64') },
    ],
    examples: [
      {
        name: 'a declined transaction',
        body: event('decision.created', { decision: decision('decline') }),
        signals: [{ ...signal('decision.created'), ...declined }],
      },
      { name: 'an approval', body: event('decision.created', { decision: decision('approve') }), signals: [] },
      {
        name: 'a review that declines',
        body: event('case.decision_reviewed', {
          case: { id: 'c1' },
          decision: decision('block_and_review', { review_status: 'decline' }),
        }),
        signals: [
          {
            ...signal('case.decision_reviewed'),
            alert: {
              key: 'review:d1',
              alert_type: 'provider_decision',
              severity: 'high',
              title: `A reviewer at Marble declined ${EVENT}`,
            },
            metadata: metadataOf('block_and_review'),
          },
        ],
      },
      {
        name: 'a review that approves',
        body: event('case.decision_reviewed', {
          decision: decision('block_and_review', { review_status: 'approve' }),
        }),
        signals: [],
      },
      { name: 'an event that does not matter', body: event('case.updated', { case: { id: 'c1' } }), signals: [] },
    ],
  },
  test: ({ path, headers }) =>
    path === '/v1/decisions?limit=1' && headers.authorization
      ? { body: { data: [], pagination: { has_more: false } } }
      : { status: 404 },
});

describe('a call of Marble', () => {
  let server: FakeProvider;
  let clients: ApiClients;
  beforeEach(async () => {
    server = await FakeProvider.start();
    server.respond = () => ({ body: { data: [decision('review')] } });
    const policy = { allowedPorts: new Set<number>(), allowInsecureLoopback: true };
    clients = new ApiClients({ policy, resolve: () => Promise.reject(new Error('no names')) });
  });
  afterEach(async () => {
    await clients.closeAll();
    await server.stop();
  });
  const decide = (request: ReturnType<typeof monitoringOf>, settings: Record<string, unknown> = configuration) =>
    callStage(plugin, 'monitoring', request, clients.call({ id: 'p', plugin, baseUrl: server.url }, 5_000), settings);

  it('sends the fields that have a value, and amounts as numbers', async () => {
    const { findings, evidence } = await decide(monitoringOf({ amount: '10.50' }));
    expect(server.requests[0]!.body).toEqual({
      trigger_object_type: 'transactions',
      trigger_object: {
        object_id: EVENT,
        updated_at: '2026-03-04T05:06:07.000Z',
        amount: 10.5,
        account_id: 'ACC-1',
      },
    });
    expect(findings).toMatchObject([
      { alert: { severity: 'medium', title: `Marble asks to review ${EVENT}: Large amount` } },
    ]);
    expect(evidence).toEqual({
      decisions: [{ id: 'd1', outcome: 'review', score: 120 }],
      failed_rules: ['Device'],
    });
  });

  it('runs one scenario', async () => {
    const transaction = { ...configuration.transaction, scenario_id: SCENARIO };
    await decide(monitoringOf({ amount: '10.50' }), { ...configuration, transaction });
    expect(server.requests[0]).toMatchObject({ path: '/v1/decisions', body: { scenario_id: SCENARIO } });
    expect(server.requests[0]!.body).not.toHaveProperty('trigger_object_type');
  });

  it('sends no event of a type without settings', async () => {
    const result = await decide(monitoringOf({}, { type: 'onboarding' }));
    expect(result).toEqual({ findings: [], evidence: { sent: false }, cacheSeconds: 0 });
    expect(server.requests).toEqual([]);
  });

  it.each(['', 'ten', '1e999'])('sends no amount that is not a number, such as %j', async (amount) => {
    const sent = decide(monitoringOf({ amount }));
    await expect(sent).rejects.toMatchObject({ why: 'rejected_request', message: expect.stringContaining('amount') });
    expect(server.requests).toEqual([]);
  });

  it('gives each decision of a batch an alert, and explains it by the score without rules', async () => {
    server.respond = () => ({
      body: { data: [decision('block_and_review', { batch_execution_id: 'b1', rules: null })] },
    });
    expect((await decide(monitoringOf({ amount: '1' }))).findings).toMatchObject([
      {
        alert: {
          key: 'decision:d1',
          severity: 'high',
          title: `Marble blocked, and asks to review, ${EVENT}: the score is 120`,
        },
      },
    ]);
  });
});

describe('its webhooks', () => {
  const body = Buffer.from(JSON.stringify(event('decision.created', { decision: decision('decline') })));
  const at = new Date('2026-03-04T05:06:07Z');
  const read = (headers: Record<string, string>, settings: Record<string, unknown> = configuration) =>
    readWebhook(plugin, { headers, body, receivedAt: at.getTime() }, settings);

  it('do not verify without a configured secret', () => {
    const { webhook_secret: _, ...settings } = configuration;
    const unsigned = () => read(sign(body, { webhook_secret: '' }, at), settings);
    expect(unsigned).toThrow(expect.objectContaining({ why: 'unverified' }));
  });

  it('name no customer without an account field', () => {
    const { account_field: _, ...settings } = configuration;
    expect(read(sign(body, configuration, at), settings)).toMatchObject([{ customer: {} }]);
  });
});

it('explains what is wrong with a path', () => {
  const transaction = { ...configuration.transaction, fields: { amount: 'payload.amount' } };
  expect(configurationProblems(plugin, { ...configuration, transaction })).not.toEqual([]);
});
