import { Api, textOf } from '../../testing/api';
import { apiDocument, type Operation, operationsOf } from '../interface/api-document';
import { readTrail } from '../upgrade/recorded-answers';
import { inParallel } from '../crash/in-parallel';

/** Why the response of a route is not compared. */
export const NOT_COMPARED: Record<string, string> = {
  '/tenants/{slug}/changes': 'tells changes as they happen',
  '/tenants/{slug}/cases/{caseId}/files/{fileId}': 'each download is recorded, and is a change',
  '/tenants/{slug}/providers/{plugin}/health': 'calls the provider',
  '/tenants/{slug}/ledgers/{ledgerId}/tile/{level}/{path}': 'no list names the tiles',
  '/sign-in/oidc/open': 'part of a sign-in',
  '/sign-in/oidc/{providerId}/callback': 'part of a sign-in',
  '/me': 'only for people',
  '/me/sessions': 'only for people',
  '/me/passkeys': 'only for people',
  '/operations': 'the state of the services at this moment',
  '/operations/tenants': 'what waits at this moment, also of a tenant with unfinished work',
};

/** Lists with the items of a parameter, if they are not at the path before it. */
const LISTS: Record<string, string> = {
  '/tenants/{slug}/postings': '/tenants/{slug}/ledgers/{ledgerId}/transactions',
  '/tenants/{slug}/webhook-deliveries': '/tenants/{slug}/webhooks/{endpointId}/deliveries',
};
/** The field of an item with the value of a parameter; default: `id`. */
const FIELDS: Record<string, string> = {
  slug: 'slug',
  eventId: 'event_id',
  plugin: 'plugin',
  list: 'list',
  templateId: 'template_id',
};
/** Without days, some routes take the last weeks before the request: two requests may have midnight between them. */
const DAYS = `from=${dayBefore(27)}&to=${dayBefore(0)}`;
const QUERIES: Record<string, string> = {
  '/tenants/{slug}/customers/search': 'q=a',
  '/tenants/{slug}/customers/{customerId}/transactions/sums': DAYS,
  '/tenants/{slug}/insights': DAYS,
  '/tenants/{slug}/monitoring-rules/figures': `from=${dayBefore(27)}`,
};
/** The entry that the rebuild adds. */
const BY_REBUILDING = 'installation.rebuild_projections';
const PAGE = 100;
const READERS = 4;

/** The time of the response itself, and the last use of an API key, which gateways store once a minute. */
const OF_THE_MOMENT = /"(verified_at|generated_at|last_used_at|last_used_from)":("[^"]*"|null)/g;

export interface Read {
  template: string;
  status: number;
  text: string;
}

/** Everything that an API returns, by path. */
export type Reads = Map<string, Read>;

/** Reads all that the API returns about the tenants: each GET route, with every object that its lists name. */
export class EveryRead {
  private readonly known = new Map<string, Promise<Record<string, any>[]>>();
  readonly reads: Reads = new Map();

  private constructor(
    private readonly api: Api,
    private readonly operations: ReadonlyMap<string, Operation>,
    private readonly slugs: string[],
  ) {}

  /** Reads all that the API returns about the tenants. */
  static async of(api: Api, slugs: string[]): Promise<Reads> {
    const operations = operationsOf(await apiDocument(api.baseUrl)).filter(({ method }) => method === 'GET');
    const read = new EveryRead(api, new Map(operations.map((operation) => [operation.path, operation])), slugs);
    for (const { path } of operations) if (!(path in NOT_COMPARED)) await read.all(path);
    return read.reads;
  }

  private async all(template: string): Promise<void> {
    await inParallel(await this.pathsOf(template), READERS, (path) => this.items(template, path));
  }

  /** The paths of a route: with each value of each parameter. */
  private async pathsOf(template: string): Promise<string[]> {
    const last = template.lastIndexOf('{');
    if (last === -1) return [template];
    const end = template.indexOf('}', last);
    const [name, before] = [template.slice(last + 1, end), template.slice(0, last - 1)];
    const rest = template.slice(end + 1);
    if (name === 'slug') return this.slugs.map((slug) => `/tenants/${slug}${rest}`);
    const list = LISTS[before] ?? before;
    if (!this.operations.has(list)) throw new Error(`no list has the values of {${name}} in ${template}`);
    const paths: string[] = [];
    for (const path of await this.pathsOf(list)) {
      const base = LISTS[before] === undefined ? path : path.slice(0, path.indexOf('/', '/tenants/'.length));
      const under = LISTS[before] === undefined ? path : `${base}${before.slice('/tenants/{slug}'.length)}`;
      for (const item of await this.items(list, path)) {
        const value = item[FIELDS[name] ?? 'id'];
        if (value !== undefined) paths.push(`${under}/${encodeURIComponent(value)}${rest}`);
      }
    }
    return [...new Set(paths)];
  }

  /** Reads a path with all its pages. Returns the items, if it is a list. */
  private items(template: string, path: string): Promise<Record<string, any>[]> {
    const read = this.known.get(path) ?? this.readPages(template, path);
    this.known.set(path, read);
    return read;
  }

  private async readPages(template: string, path: string): Promise<Record<string, any>[]> {
    if (path.endsWith('/audit')) {
      const trail = (await readTrail(this.api, path)).filter(({ action }) => action !== BY_REBUILDING);
      this.reads.set(path, { template, status: 200, text: JSON.stringify(trail) });
      return [];
    }
    const isPaged = this.operations.get(template)!.parameters.some(({ name }) => name === 'offset');
    const items: Record<string, any>[] = [];
    for (let offset = 0, full = true; full; offset += PAGE) {
      const query = [QUERIES[template], isPaged && `limit=${PAGE}&offset=${offset}`].filter(Boolean).join('&');
      const asked = query === '' ? path : `${path}?${query}`;
      const answer = await fetch(`${this.api.baseUrl}${asked}`, { headers: this.api.authorization });
      const text = await textOf(answer);
      this.reads.set(asked, { template, status: answer.status, text: text.replace(OF_THE_MOMENT, '"$1":"now"') });
      const isJson = answer.headers.get('content-type')?.startsWith('application/json');
      const data = answer.status === 200 && isJson ? JSON.parse(text).data : undefined;
      if (Array.isArray(data)) items.push(...data);
      full = isPaged && Array.isArray(data) && data.length === PAGE;
    }
    return items;
  }
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
