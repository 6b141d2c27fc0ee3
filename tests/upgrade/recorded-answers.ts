import type { Api } from '../../testing/api';

/** A response of an API, and the request that returned it. */
export interface RecordedAnswer {
  /** `back office`, or the slug of the tenant whose key was used at the gateway */
  asked: string;
  path: string;
  status: number;
  body: unknown;
}

/** The APIs whose responses are recorded. */
export interface Apis {
  gateway: Api;
  backOffice: Api;
}

/** A tenant whose data is read completely. */
export interface AskingTenant {
  slug: string;
  fixture_keys: { works: string };
}

/** A list, and the routes that can be read for each of its items. */
interface List {
  path: string;
  each?: (item: any) => (string | List)[];
  /** query parameters of the list, in addition to paging */
  query?: string;
}

const LEDGERS: List = {
  path: '/ledgers',
  each: ({ id }) => [
    `/ledgers/${id}`,
    { path: `/ledgers/${id}/accounts` },
    {
      path: `/ledgers/${id}/transactions`,
      each: (transaction) => [`/postings/${transaction.id}`, `/postings/${transaction.id}/verify`],
    },
  ],
};
const customer = (id: string): (string | List)[] => [
  `/customers/${id}`,
  `/customers/${id}/risk-view`,
  { path: `/customers/${id}/risk-history` },
];
const CUSTOMERS: List = { path: '/customers', each: ({ id }) => customer(id) };
const EVENTS: List = { path: '/events', each: ({ event_id }) => [`/events/${event_id}`] };
const ALERTS: List = { path: '/alerts', each: ({ id }) => [`/alerts/${id}`] };
const RULES: List = {
  path: '/monitoring-rules',
  each: ({ id }) => [`/monitoring-rules/${id}`, { path: `/monitoring-rules/${id}/versions` }],
};
const webhooks = (each: List['each']): List => ({
  path: '/webhooks',
  each: ({ id }) => [`/webhooks/${id}`, { path: `/webhooks/${id}/deliveries`, each }],
});

const OF_GATEWAY: (string | List)[] = [
  { path: '/currencies' },
  LEDGERS,
  CUSTOMERS,
  EVENTS,
  ALERTS,
  { path: '/cases' },
  RULES,
  { path: '/watchlist-entries', each: ({ id }) => [`/watchlist-entries/${encodeURIComponent(id)}`] },
  webhooks(undefined),
];
const OF_BACK_OFFICE: (string | List)[] = [
  '',
  { path: '/currencies' },
  { path: '/api-keys' },
  { path: '/ledgers' },
  CUSTOMERS,
  EVENTS,
  ALERTS,
  { path: '/cases', each: ({ id }) => [`/cases/${id}`] },
  RULES,
  '/settings',
  { path: '/settings/versions' },
  webhooks(({ id }) => [`/webhook-deliveries/${id}`]),
  { path: '/audit' },
];

export const PAGE = 100;

/** Entries that reading with the operator token and verifying ledgers add. */
const BY_READING = ['operator_token.used', 'ledger.verified'];
interface Entry {
  action: string;
  actor: string;
  data: { kind?: string };
}
/**
 * Entries that the first start of a version adds: it screens all customers again with its scorer, and signs API keys.
 */
const BY_STARTING = ({ action, actor, data }: Entry): boolean =>
  actor === 'system' &&
  (action.startsWith('rescreening.') || action === 'api_key.signed' || data.kind === 'api_keys_signed');

/**
 * Reads a whole audit trail without the uses of the operator token, because reading adds some, and without what a start adds. They come first, so a
 * page can repeat entries of the page before.
 */
export async function readTrail(api: Api, path: string): Promise<{ action: string }[]> {
  const trail = new Map<string, { action: string }>();
  for (let offset = 0, full = true; full; offset += PAGE) {
    const { status, body } = await api.get(`${path}?limit=${PAGE}&offset=${offset}`);
    if (status !== 200) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
    for (const entry of body.data) {
      if (!BY_READING.includes(entry.action) && !BY_STARTING(entry)) trail.set(entry.id, entry);
    }
    full = body.data.length === PAGE;
  }
  return [...trail.values()];
}

/** Reads everything that both APIs return about the tenants. */
export async function recordAnswers(apis: Apis, tenants: AskingTenant[]): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  const ask = async (asked: string, api: Api, path: string): Promise<any> => {
    const { status, body } = await api.get(path);
    if (status !== 200) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
    answers.push({ asked, path, status, body });
    return body.data;
  };
  const askAll = async (asked: string, api: Api, prefix: string, wanted: (string | List)[]): Promise<void> => {
    for (const one of wanted) {
      if (typeof one === 'string') {
        await ask(asked, api, prefix + one);
        continue;
      }
      if (one.path === '/audit') {
        await askTrail(asked, api, `${prefix}${one.path}`);
        continue;
      }
      for (let offset = 0, full = true; full; offset += PAGE) {
        const items: unknown[] = await ask(asked, api, `${prefix}${one.path}?limit=${PAGE}&offset=${offset}`);
        full = items.length === PAGE;
        for (const item of items) await askAll(asked, api, prefix, one.each?.(item) ?? []);
      }
    }
  };
  const askTrail = async (asked: string, api: Api, path: string): Promise<void> => {
    const trail = await readTrail(api, path);
    for (let offset = 0; offset <= trail.length; offset += PAGE) {
      const body = { status: 'ok', data: trail.slice(offset, offset + PAGE) };
      answers.push({ asked, path: `${path}?limit=${PAGE}&offset=${offset}`, status: 200, body });
    }
  };
  await ask(BACK_OFFICE, apis.backOffice, '/tenants');
  await ask(BACK_OFFICE, apis.backOffice, '/watchlists');
  for (const { slug, fixture_keys } of tenants) {
    await askAll(slug, apis.gateway.withKey(fixture_keys.works), `/tenants/${slug}`, OF_GATEWAY);
    await askAll(BACK_OFFICE, apis.backOffice, `/tenants/${slug}`, OF_BACK_OFFICE);
  }
  return answers;
}

export const BACK_OFFICE = 'back office';
