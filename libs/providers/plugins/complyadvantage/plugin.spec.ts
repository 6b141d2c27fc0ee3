import { createHmac } from 'node:crypto';
import { ApiClients } from '../../api-client';
import { callStage } from '../../call-stage';
import { readWebhook } from '../../read-webhook';
import type { Finding } from '../../stage-call';
import { FakeProvider, type Respond } from '../../testing/fake-provider';
import { pluginContract } from '../../testing/plugin-contract';
import { screeningOf } from '../../testing/stage-requests';
import { plugin } from './plugin';

const CUSTOMER = '0190a0a0-0000-7000-8000-000000000001';

const configuration = {
  base_url: 'https://api.complyadvantage.com',
  api_key: 'the secret of the API',
  webhook_secret: Buffer.from('the invented secret: 24!').toString('base64'),
};

const jane = {
  doc: {
    id: 'INVENTED1',
    name: 'Doe Jane',
    entity_type: 'person',
    types: ['sanction', 'pep', 'pep-class-1'],
    sources: ['invented-list'],
    aka: [{ name: 'Jane Doe' }],
    fields: [
      { name: 'Date of Birth', source: 'invented-list', tag: 'date_of_birth', value: '1980-02-03' },
      { name: 'Country', source: 'invented-list', value: 'France' },
    ],
    last_updated_utc: '2026-01-01T00:00:00Z',
  },
  match_types: ['name_fuzzy', 'aka_exact'],
  match_types_details: [{ matching_name: 'Jane Doe', aml_types: ['sanction'], name_matches: [], sources: [] }],
  score: 12.4,
  is_whitelisted: false,
};
const search = (...hits: unknown[]) => ({
  status: 'success',
  code: 200,
  content: { data: { id: 1, ref: '1-abc', total_hits: hits.length, limit: 25, offset: 0, hits } },
});
const finding: Finding = {
  alert: {
    key: 'match:complyadvantage:INVENTED1:sanctions_match',
    alert_type: 'sanctions_match',
    severity: 'critical',
    title:
      'ComplyAdvantage found a possible sanctions match: customer "Jane Doe" is like "Jane Doe" on complyadvantage',
    match: {
      list: 'complyadvantage',
      entry_id: 'INVENTED1',
      topics: ['sanction', 'pep'],
      subject: 'customer',
      subject_name: 'Jane Doe',
      matched_name: 'Jane Doe',
      score: 0.95,
    },
  },
  metadata: {
    entity_type: 'person',
    types: ['sanction', 'pep', 'pep-class-1'],
    sources: ['invented-list'],
    match_types: ['name_fuzzy', 'aka_exact'],
    birth_dates: ['1980-02-03'],
  },
};

const caseEvent = (webhook_type: string, change: Record<string, unknown> = {}) => ({
  api_version: 'v2',
  webhook_type,
  account_identifier: 'a1',
  case_identifier: 'c1',
  case_state: 'ONBOARDING_NOT_STARTED',
  case_type: 'CUSTOMER_MONITORING',
  case_stage: { identifier: 's1', display_name: 'Not Started', display_order: 1, stage_type: 'INITIAL' },
  customer: { identifier: 'cust1', external_identifier: 'ACC-1', version: 1 },
  subjects: [{ type: 'CUSTOMER', identifier: 'cust1', external_identifier: 'ACC-1', version: '1' }],
  ...change,
});
const signal = {
  id: 'msg_1',
  event_source: 'CASE_CREATED',
  occurred_at: '2026-03-04T05:06:07.000Z',
  customer: { ref: 'cust1', account_ref: 'ACC-1' },
  alert: {
    key: 'case:c1',
    alert_type: 'provider_case',
    severity: 'high' as const,
    title: 'ComplyAdvantage opened a case: customer monitoring',
  },
  metadata: { case_id: 'c1', case_type: 'CUSTOMER_MONITORING' },
};

interface Scheme {
  prefix?: string;
  encoding?: 'base64' | 'hex';
  key?: BufferEncoding;
}
const signature =
  (algorithm: string, { prefix = 'v1,', encoding = 'base64', key = 'base64' }: Scheme = {}) =>
  (body: Buffer, { webhook_secret = '' }: { webhook_secret?: string }, at: Date) => {
    const time = String(Math.floor(at.getTime() / 1_000));
    const hmac = createHmac(algorithm, Buffer.from(webhook_secret, key)).update(`msg_1.${time}.`).update(body);
    const digest = `${prefix}${hmac.digest(encoding)}`;
    return { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': digest };
  };
const sign = signature('sha256');

pluginContract(plugin, {
  configuration,
  stages: {
    screening: {
      examples: [
        {
          name: 'one of two subjects',
          request: screeningOf({}, { role: 'beneficial_owner', name: 'John Roe' }),
          respond: ({ method, path, headers, body }) => {
            if (method !== 'POST' || path !== '/searches') return { status: 404 };
            if (headers.authorization !== `Token ${configuration.api_key}`) return { status: 401 };
            return { body: body.search_term === 'Jane Doe' ? search(jane) : search() };
          },
          findings: [finding],
        },
        {
          name: 'a hit that the account has whitelisted',
          request: screeningOf({}),
          respond: () => ({ body: search({ ...jane, is_whitelisted: true }) }),
          findings: [],
        },
      ],
    },
  },
  webhooks: {
    sign,
    secret: 'webhook_secret',
    rotated: (first, second) => ({
      ...first,
      'webhook-signature': `${first['webhook-signature']} ${second['webhook-signature']}`,
    }),
    replayWindowSeconds: 300,
    signedTimeIsEventTime: true,
    forgeries: [
      { name: 'SHA-1', headers: signature('sha1') },
      { name: 'hexadecimal digits', headers: signature('sha256', { encoding: 'hex' }) },
      { name: 'another version of the scheme', headers: signature('sha256', { prefix: 'v1a,' }) },
      { name: 'no version of the scheme', headers: signature('sha256', { prefix: '' }) },
      { name: 'the text of the secret as the key', headers: signature('sha256', { key: 'utf8' }) },
    ],
    // Published by https://github.com/standard-webhooks/standard-webhooks, whose specification Mesh follows.
    vectors: [
      {
        name: 'Standard Webhooks',
        configuration: { webhook_secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
        receivedAt: new Date(1_614_265_330_000),
        headers: {
          'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
          'webhook-timestamp': '1614265330',
          'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        },
        body: '{"test": 2432232314}',
      },
    ],
    examples: [
      { name: 'a new case', body: caseEvent('CASE_CREATED'), signals: [signal] },
      {
        name: 'a new case in the first version, which Mesh sends, too',
        body: caseEvent('CASE_CREATED', { api_version: 'v1' }),
        signals: [],
      },
      {
        name: 'new alerts of a case, and the customer among the subjects',
        body: caseEvent('CASE_ALERT_LIST_UPDATED', { customer: null, alert_identifiers: ['al1'] }),
        signals: [
          {
            ...signal,
            event_source: 'CASE_ALERT_LIST_UPDATED',
            alert: { ...signal.alert, key: 'case:c1:msg_1', title: 'ComplyAdvantage changed the alerts of a case' },
            metadata: { case_id: 'c1', alert_ids: ['al1'] },
          },
        ],
      },
      { name: 'an event that does not matter', body: caseEvent('CASE_TRANSITIONED'), signals: [] },
    ],
  },
  test: ({ path, headers }) => ({
    ...(path === '/users' && headers.authorization ? { body: { status: 'success', content: {} } } : { status: 404 }),
  }),
});

describe('a search', () => {
  let server: FakeProvider;
  let clients: ApiClients;
  beforeEach(async () => {
    server = await FakeProvider.start();
    const policy = { allowedPorts: new Set<number>(), allowInsecureLoopback: true };
    clients = new ApiClients({ policy, resolve: () => Promise.reject(new Error('no names')) });
  });
  afterEach(async () => {
    await clients.closeAll();
    await server.stop();
  });
  const screen = (respond: Respond, request = screeningOf({}), settings: Record<string, unknown> = {}) => {
    server.respond = respond;
    const api = clients.call({ id: 'p', plugin, baseUrl: server.url }, 5_000);
    return callStage(plugin, 'screening', request, api, { ...configuration, ...settings });
  };

  it('has the settings, and filters that fit the subject', async () => {
    const settings = { fuzziness: 0.4, search_profile: 'profile-1', types: ['sanction'] };
    const company = { role: 'counterparty' as const, kind: 'company' as const, name: 'Doe Ltd', birth_date: '1980' };
    const vessel = { role: 'counterparty' as const, kind: 'vessel' as const, name: 'Sol' };
    await screen(() => ({ body: search() }), screeningOf({ birth_date: '1980-02' }, company, vessel), settings);
    const shared = { limit: 25, fuzziness: 0.4, search_profile: 'profile-1' };
    expect(server.requests.map(({ body }) => body)).toEqual([
      {
        ...shared,
        search_term: 'Jane Doe',
        client_ref: CUSTOMER,
        filters: { types: ['sanction'], entity_type: 'person', birth_year: 1980 },
      },
      {
        ...shared,
        search_term: 'Doe Ltd',
        client_ref: expect.stringMatching(`^${CUSTOMER}:counterparty:[0-9a-f]{16}$`),
        filters: { types: ['sanction'] },
      },
      {
        ...shared,
        search_term: 'Sol',
        client_ref: expect.stringMatching(`^${CUSTOMER}:counterparty:[0-9a-f]{16}$`),
        filters: { types: ['sanction'], entity_type: 'vessel' },
      },
    ]);
  });

  it('is in the evidence, with the number of all hits', async () => {
    const hits = Array.from({ length: 27 }, (_, index) => ({ ...jane, doc: { ...jane.doc, id: `e${index}` } }));
    const { findings, evidence, incomplete } = await screen(() => ({ body: search(...hits) }));
    expect(findings).toHaveLength(25);
    expect(incomplete).toBe('27 hits of subject 1; at most 25 of each are alerts');
    expect(evidence).toEqual({ searches: [{ ref: '1-abc', total_hits: 27 }], whitelisted: 0 });
  });

  it('takes the name of the entry when the account has no details of the match', async () => {
    const { findings } = await screen(() => ({ body: search({ ...jane, match_types_details: { 'Jane Doe': {} } }) }));
    expect(findings[0]!.alert!.match!.matched_name).toBe('Doe Jane');
  });

  it.each([
    [['sanction'], ['name_fuzzy'], 'sanctions_match', 'high', 0.8],
    [['pep-class-4'], ['name_exact'], 'pep_match', 'high', 1],
    [['adverse-media-general'], ['aka_exact'], 'watchlist_match', 'medium', 0.95],
    [['warning'], ['a new kind'], 'watchlist_match', 'medium', 0.85],
    [['sanction'], ['name_fuzzy', 'a new kind'], 'sanctions_match', 'critical', 0.85],
    [['sanction'], ['name_fuzzy', 'year_of_birth'], 'sanctions_match', 'high', 0.8],
    [['sanction'], [], 'sanctions_match', 'high', 0.7],
    [['a-new-type'], ['name_exact'], 'sanctions_match', 'critical', 1],
    [['fitness-probity'], ['name_exact'], 'watchlist_match', 'medium', 1],
  ])('with a hit of the types %j by %j is a %s', async (types, match_types, alert_type, severity, score) => {
    const { findings } = await screen(() => ({ body: search({ ...jane, doc: { ...jane.doc, types }, match_types }) }));
    expect(findings).toMatchObject([{ alert: { alert_type, severity, match: { score } } }]);
  });
});

describe('its webhooks', () => {
  const body = Buffer.from(JSON.stringify(caseEvent('CASE_CREATED')));
  const at = new Date('2026-03-04T05:06:07Z');
  const read = (headers: Record<string, string>, settings: Record<string, unknown> = configuration) =>
    readWebhook(plugin, { headers, body, receivedAt: at.getTime() }, settings);

  it('do not verify without a configured secret', () => {
    const { webhook_secret: _, ...settings } = configuration;
    const unsigned = () => read(sign(body, { webhook_secret: '' }, at), settings);
    expect(unsigned).toThrow(expect.objectContaining({ why: 'unverified' }));
  });
});
