import { ApiClients } from '../../api-client';
import { callStage } from '../../call-stage';
import { FakeProvider, type Respond } from '../../testing/fake-provider';
import { pluginContract } from '../../testing/plugin-contract';
import { screeningOf } from '../../testing/stage-requests';
import { plugin } from './plugin';

const configuration = { base_url: 'https://watchman.example.com', authorization: 'Bearer of the secret token' };

const jane = {
  name: 'Jane DOE',
  entityType: 'person',
  sourceList: 'us_ofac',
  sourceID: '90001',
  person: { name: 'Jane DOE', altNames: null, gender: 'female', birthDate: '1980-02-03T00:00:00Z', titles: null },
  business: null,
  organization: null,
  addresses: null,
  sanctionsInfo: { programs: ['INVENTED'], secondary: false, description: '' },
  historicalInfo: null,
  sourceData: {},
  match: 0.91,
};
const lists = {
  lists: { us_ofac: 3, un_csl: 0 },
  listHashes: { us_ofac: 'abc' },
  startedAt: '2026-03-04T05:06:07Z',
  endedAt: '2026-03-04T05:06:08Z',
  version: 'v0.55.0',
};
/** Finds entities by the type and the name in the query. */
const watchman =
  (found: (type: string, name: string) => unknown[] | null): Respond =>
  ({ path }) => {
    if (path === '/v2/listinfo') return { body: lists };
    const { pathname, searchParams } = new URL(path, 'http://any');
    if (pathname !== '/v2/search') return { status: 404 };
    return { body: { query: {}, entities: found(searchParams.get('type')!, searchParams.get('name')!) } };
  };

pluginContract(plugin, {
  configuration,
  stages: {
    screening: {
      optional: ['entities'],
      examples: [
        {
          name: 'one of two subjects',
          request: screeningOf({}, { role: 'counterparty', name: 'John Roe' }),
          respond: watchman((_, name) => (name === 'Jane Doe' ? [jane] : null)),
          findings: [
            {
              alert: {
                key: 'match:us_ofac:90001:sanctions_match',
                alert_type: 'sanctions_match',
                severity: 'critical',
                title:
                  'Moov Watchman found a possible sanctions match: customer "Jane Doe" is like "Jane DOE" on us_ofac',
                match: {
                  list: 'us_ofac',
                  entry_id: '90001',
                  topics: ['sanction'],
                  subject: 'customer',
                  subject_name: 'Jane Doe',
                  matched_name: 'Jane DOE',
                  score: 0.91,
                },
              },
              metadata: { entity_type: 'person', programs: ['INVENTED'], birth_date: '1980-02-03' },
            },
          ],
        },
        {
          name: 'an entity below the threshold',
          request: screeningOf({}),
          respond: watchman(() => [{ ...jane, match: 0.79 }]),
          findings: [],
        },
      ],
    },
  },
  test: watchman(() => null),
});

describe('a call of Watchman', () => {
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
  const screen = (request: ReturnType<typeof screeningOf>) =>
    callStage(plugin, 'screening', request, clients.call({ id: 'p', plugin, baseUrl: server.url }, 5_000), {
      base_url: server.url,
    });
  const queries = () =>
    server.requests
      .filter(({ path }) => path.startsWith('/v2/search'))
      .map(({ path }) => Object.fromEntries(new URL(path, server.url).searchParams));

  it('asks about a person with the date of birth and the identifiers that have a country', async () => {
    server.respond = watchman(() => null);
    const identifiers = [
      { type: 'passport', value: 'X1', country: 'FR' },
      { type: 'tax id', value: 'T1' },
      { type: 'account', value: 'A1', country: 'FR' },
    ];
    const { evidence } = await screen(screeningOf({ birth_date: '1980-02-03', identifiers }));
    const asked = { type: 'person', name: 'Jane Doe', minMatch: '0.8', limit: '26' };
    expect(queries()).toEqual([{ ...asked, birthDate: '1980-02-03', gov_passport: 'FR:X1' }]);
    expect(evidence).toEqual({ lists: { us_ofac: 3 }, subjects: 1 });
    expect(server.requests[0]!.headers).not.toHaveProperty('authorization');
  });

  it('asks about each type that a subject can have, and takes an entity once, with its best score', async () => {
    server.respond = watchman((type) => [{ ...jane, match: type === 'business' ? 0.95 : 0.85 }]);
    const { findings } = await screen(screeningOf({ kind: 'unknown' }));
    expect(queries().map(({ type }) => type)).toEqual(['person', 'business', 'organization']);
    expect(findings.map(({ alert }) => alert!.match!.score)).toEqual([0.95]);
    server.requests.length = 0;
    await screen(screeningOf({ kind: 'company' }));
    expect(queries().map(({ type }) => type)).toEqual(['business', 'organization']);
  });

  it('takes the best 25 matches of a subject, and says that there were more', async () => {
    server.respond = watchman((_, name) =>
      name === 'Jane Doe' ? null : Array.from({ length: 26 }, (_, id) => ({ ...jane, sourceID: `${id}` })),
    );
    const { findings, incomplete } = await screen(screeningOf({}, { name: 'John Roe' }));
    expect(findings).toHaveLength(25);
    expect(incomplete).toBe('more than 25 matches of subject 2');
  });

  it.each([[null], [{}], [{ us_ofac: 0 }]])('fails while Watchman has the lists %j', async (loaded) => {
    server.respond = ({ path }) =>
      path === '/v2/listinfo' ? { body: { ...lists, lists: loaded } } : { body: { entities: null } };
    await expect(screen(screeningOf({}))).rejects.toMatchObject({ why: 'failed' });
    expect(queries()).toEqual([]);
  });

  it.each([
    [{ sourceList: 'un_csl', sanctionsInfo: null }, 'sanctions_match', 'critical'],
    [{ sourceList: 'own_list', sanctionsInfo: { programs: null } }, 'sanctions_match', 'critical'],
    [{ sourceList: 'us_fincen_311', sanctionsInfo: null }, 'watchlist_match', 'medium'],
    [{ sourceList: 'a_new_list', sanctionsInfo: null }, 'sanctions_match', 'critical'],
  ])('gives %j the type %s', async (change, alert_type, severity) => {
    server.respond = watchman(() => [{ ...jane, ...change }]);
    const { findings } = await screen(screeningOf({}));
    expect(findings).toEqual([expect.objectContaining({ alert: expect.objectContaining({ alert_type, severity }) })]);
  });
});
