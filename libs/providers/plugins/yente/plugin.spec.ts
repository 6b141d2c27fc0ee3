import { ApiClients } from '../../api-client';
import { callStage } from '../../call-stage';
import type { Finding } from '../../stage-call';
import { FakeProvider, type Respond } from '../../testing/fake-provider';
import { pluginContract } from '../../testing/plugin-contract';
import { screeningOf } from '../../testing/stage-requests';
import { plugin } from './plugin';

const configuration = {
  base_url: 'https://api.example.com/screening',
  dataset: 'sanctions',
  api_key: 'the secret of the API',
  algorithm: 'logic-v1',
};

const jane = {
  id: 'NK-invented1',
  caption: 'Jane DOE',
  schema: 'Person',
  properties: { name: ['Jane DOE'], topics: ['sanction', 'role.pep'], birthDate: ['1980'], nationality: ['fr'] },
  datasets: ['xx_invented_list'],
  referents: [],
  target: true,
  features: { name_literal_match: 1 },
  score: 0.91,
  match: true,
};
const matched = (...results: unknown[]) => ({ status: 200, results, total: { value: results.length, relation: 'eq' } });
const respondWith =
  (...responses: unknown[]): Respond =>
  () => ({ body: { responses: { ...responses }, limit: 25 } });

const finding: Finding = {
  alert: {
    key: 'match:opensanctions-sanctions:NK-invented1:sanctions_match',
    alert_type: 'sanctions_match',
    severity: 'critical',
    title:
      'OpenSanctions found a possible sanctions match: customer "Jane Doe" is like "Jane DOE" on opensanctions-sanctions',
    match: {
      list: 'opensanctions-sanctions',
      entry_id: 'NK-invented1',
      topics: ['sanction', 'pep'],
      subject: 'customer',
      subject_name: 'Jane Doe',
      matched_name: 'Jane DOE',
      score: 0.91,
    },
  },
  metadata: {
    schema: 'Person',
    datasets: ['xx_invented_list'],
    topics: ['sanction', 'role.pep'],
    birth_dates: ['1980'],
    countries: ['fr'],
  },
};

pluginContract(plugin, {
  configuration,
  stages: {
    screening: {
      optional: ['properties.topics'],
      examples: [
        {
          name: 'one of two subjects',
          request: screeningOf({}, { role: 'beneficial_owner', name: 'John Roe' }),
          respond: respondWith(matched(jane), matched()),
          findings: [finding],
        },
        {
          name: 'a result below the threshold',
          request: screeningOf({}),
          respond: respondWith(matched({ ...jane, score: 0.79, match: false })),
          findings: [],
        },
      ],
    },
  },
  test: respondWith(matched()),
});

describe('a call of yente', () => {
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
  const screen = (request: ReturnType<typeof screeningOf>, settings: Record<string, unknown> = {}) =>
    callStage(plugin, 'screening', request, clients.call({ id: 'p', plugin, baseUrl: server.url }, 5_000), {
      base_url: server.url,
      ...settings,
    });

  it('asks with the properties that each kind of subject has', async () => {
    server.respond = respondWith(matched(), matched(), matched(), matched(), matched());
    const passport = { type: 'passport', value: 'X1', country: 'FR' };
    const taxId = { type: 'tax id', value: 'T1' };
    const account = { type: 'account', value: 'A1' };
    await screen(
      screeningOf(
        { birth_date: '1980-01', countries: ['FR', 'DE'], identifiers: [passport, taxId] },
        { kind: 'company', name: 'Doe Ltd', identifiers: [{ type: 'registration number', value: 'R1' }] },
        { kind: 'unknown', name: 'J. Roe', identifiers: [passport, account] },
        { kind: 'vessel', name: 'Sol', countries: ['PA'], identifiers: [{ type: 'imo number', value: '9187629' }] },
        { kind: 'aircraft', name: 'EP-TST', identifiers: [{ type: 'aircraft tail number', value: 'EP-TST' }] },
      ),
      configuration,
    );
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/match/sanctions?limit=25&threshold=0.8&cutoff=0.7900&algorithm=logic-v1',
      headers: { authorization: `ApiKey ${configuration.api_key}` },
    });
    const { name, ...known } = { name: ['Jane Doe'], birthDate: ['1980-01'], country: ['fr', 'de'] };
    expect(server.requests[0]!.body).toEqual({
      queries: {
        0: { schema: 'Person', properties: { name, ...known, passportNumber: ['X1'], taxNumber: ['T1'] } },
        1: { schema: 'Organization', properties: { name: ['Doe Ltd'], registrationNumber: ['R1'] } },
        2: { schema: 'LegalEntity', properties: { name: ['J. Roe'], idNumber: ['X1'] } },
        3: { schema: 'Vessel', properties: { name: ['Sol'], country: ['pa'], imoNumber: ['9187629'] } },
        4: { schema: 'Airplane', properties: { name: ['EP-TST'], registrationNumber: ['EP-TST'] } },
      },
    });
  });

  it('needs no key, and has defaults', async () => {
    server.respond = respondWith(matched());
    expect((await screen(screeningOf({}))).evidence).toEqual({ dataset: 'default', algorithm: 'default', subjects: 1 });
    expect(server.requests[0]!.path).toBe('/match/default?limit=25&threshold=0.8&cutoff=0.7900');
    expect(server.requests[0]!.headers).not.toHaveProperty('authorization');
  });

  it('asks about many subjects in several requests', async () => {
    server.respond = ({ body }) => ({
      body: {
        responses: Object.fromEntries(
          Object.entries<any>(body.queries).map(([key, { properties }]) => [
            key,
            matched({ ...jane, caption: properties.name[0] }),
          ]),
        ),
      },
    });
    const names = Array.from({ length: 23 }, (_, index) => `Owner ${index}`);
    const { findings } = await screen(
      screeningOf(...names.map((name) => ({ role: 'beneficial_owner' as const, name }))),
    );
    expect(server.requests.map(({ body }) => Object.keys(body.queries).length).sort()).toEqual([10, 10, 3].sort());
    expect(findings.map(({ alert }) => [alert!.match!.subject_name, alert!.match!.matched_name])).toEqual(
      names.map((name) => [name, name]),
    );
  });

  it('asks nothing without a subject', async () => {
    expect((await screen(screeningOf())).findings).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it('takes at most 25 matches of a subject, and says how many there were', async () => {
    const results = Array.from({ length: 27 }, (_, index) => ({ ...jane, id: `e${index}` }));
    server.respond = respondWith(matched(), { ...matched(...results), total: { value: 40, relation: 'eq' } });
    const { findings, incomplete } = await screen(screeningOf({}, {}));
    expect(findings).toHaveLength(25);
    expect(incomplete).toBe('40 matches of subject 2; at most 25 of each are alerts');
  });

  it('says that matches are missing when yente returns fewer than it has', async () => {
    server.respond = respondWith({ ...matched(jane), total: { value: 2, relation: 'eq' } });
    expect((await screen(screeningOf({}))).incomplete).toContain('2 matches of subject 1');
    server.respond = respondWith(matched(jane));
    expect(await screen(screeningOf({}))).not.toHaveProperty('incomplete');
  });

  it('fails when the response lacks a query', async () => {
    server.respond = respondWith(matched());
    await expect(screen(screeningOf({}, {}))).rejects.toMatchObject({ why: 'not_understood' });
  });

  it.each([
    [['role.rca'], 'pep_match', 'high'],
    [['role.pep.natl'], 'pep_match', 'high'],
    [['crime.fin'], 'watchlist_match', 'high'],
    [['wanted', 'poi'], 'watchlist_match', 'high'],
    [['asset.frozen'], 'sanctions_match', 'critical'],
    [['sanction.linked'], 'watchlist_match', 'medium'],
    [['debarment'], 'watchlist_match', 'medium'],
    [['gov.soe', 'fin.bank'], 'watchlist_match', 'medium'],
    [['SANCTIONS'], 'sanctions_match', 'critical'],
    [['sanction.of-a-new-kind'], 'sanctions_match', 'critical'],
    [undefined, 'watchlist_match', 'medium'],
  ])('gives the topics %j the type %s', async (topics, alert_type, severity) => {
    server.respond = respondWith(matched({ ...jane, properties: topics ? { topics } : {} }));
    const { findings } = await screen(screeningOf({}));
    expect(findings).toEqual([expect.objectContaining({ alert: expect.objectContaining({ alert_type, severity }) })]);
  });
});
