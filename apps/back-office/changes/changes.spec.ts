import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { NoticeBoard } from '@probity/notices/notice-board';
import { Api } from '../../../testing/api';
import { newPerson } from '../../../testing/staff-person';
import { data, refused, startTestOffice } from '../../../testing/test-office';
import { at, office, slug, tenantId, test, WHY } from '../testing/office-of-tenant';
import { MAX_STREAMS } from './change-streams';
import { Listener } from './testing/listener';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const createKey = (of = slug) =>
  office.post(`/tenants/${of}/api-keys`, { scopes: ['read'], label: 'a', reason: 'a test' });
const raiseNotice = (of: string | null) => {
  const store = new AggregateStore(new PostgresEventStore(test.owner), test.owner);
  const notice = { kind: 'stage_degraded', subject: 's', severity: 'high', message: 'm', data: {} } as const;
  return new NoticeBoard(store, { now: () => new Date() }).raise({ ...notice, tenantId: of });
};
const newService = async () => {
  const service = data(await office.post(at('/staff/services'), { name: 'sync', roles: ['auditor'], ...WHY }), 201);
  const tokens = at(`/staff/${service.id}/tokens`);
  return { tokens, newToken: async () => data(await office.post(tokens, { label: 'a', ...WHY }), 201) };
};
const openStreams = async (): Promise<number> => {
  const text = await (await fetch(new URL('/metrics', test.url))).text();
  return Number(/^probity_open_change_streams (\d+)$/m.exec(text)?.[1]);
};

describe('a stream of changes', () => {
  const open: Listener[] = [];
  const listen = async (api: Api = office, of = slug): Promise<Listener> => {
    const listener = await Listener.open(api, of);
    open.push(listener);
    return listener;
  };
  afterEach(async () => {
    for (const listener of open.splice(0)) listener.leave();
    while ((await openStreams()) > 0);
  });

  it('names what changed in this tenant and in all, and nothing about another', async () => {
    const other = `${slug.slice(0, 20)}-other`;
    data(await office.post('/tenants', { slug: other, name: 'Other', four_eyes: false, ...WHY }), 201);
    const listener = await listen();
    expect(listener.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store',
    });
    expect(await openStreams()).toBe(1);
    data(await createKey(other), 201);
    await raiseNotice(tenantId);
    expect(await listener.next()).toEqual(['notices']);
    data(await createKey(), 201);
    expect(await listener.next()).toEqual(['staff']);
    await raiseNotice(null);
    expect(await listener.next()).toEqual(['notices']);
  });

  it('names only what the role may read, also after the role has changed', async () => {
    const analyst = await newPerson(office, slug, ['analyst']);
    const [{ id }] = data(await office.get(at('/staff')));
    const listener = await listen(analyst);
    data(await createKey(), 201);
    await raiseNotice(tenantId);
    expect(await listener.next()).toEqual(['notices']);
    expect((await office.put(at(`/staff/${id}/roles`), { roles: ['auditor'], ...WHY })).status).toBe(204);
    expect(await listener.next()).toEqual(['staff']);
  });

  it('ends when the person signs out, and when the last role or the token is taken away', async () => {
    const [leaving, losing] = [
      await newPerson(office, slug, ['analyst']),
      await newPerson(office, slug, ['auditor'], 'Bo'),
    ];
    const staff = data(await office.get(at('/staff')));
    const { tokens, newToken } = await newService();
    const token = await newToken();
    const listeners = [await listen(leaving), await listen(losing), await listen(office.withKey(token.token))];
    expect((await leaving.post('/me/sign-out')).status).toBe(204);
    const { id } = staff.find(({ name }: { name: string }) => name === 'Bo');
    data(await office.post(at(`/staff/${id}/disable`), WHY));
    expect((await office.delete(`${tokens}/${token.id}?reason=left`)).status).toBe(204);
    for (const listener of listeners) await listener.ended();
    refused(await leaving.get(at('/changes')), 401, /the session has ended/);
  });

  it('returns an error to strangers, for unknown tenants, and to an account with too many', async () => {
    refused(await office.withKey(undefined).get(at('/changes')), 401, /no session and no token/);
    refused(await office.get('/tenants/unknown/changes'), 404, /was not found/);
    const { newToken } = await newService();
    const [one, two] = [office.withKey((await newToken()).token), office.withKey((await newToken()).token)];
    for (let n = 0; n < MAX_STREAMS.ofAccount; n++) await listen(n % 2 === 0 ? one : two);
    const answer = await one.get(at('/changes'));
    refused(answer, 429, /^too many streams of changes are open/);
    expect(answer.headers.get('retry-after')).toBe('30');
    await listen();
  });

  it('ends when the server stops, which does not wait for the client', async () => {
    const other = await startTestOffice();
    data(await other.api.post('/tenants', { slug: 'stopping', name: 'T', four_eyes: false, ...WHY }), 201);
    const listener = await listen(other.api, 'stopping');
    await other.stop();
    await listener.ended();
  });
});
