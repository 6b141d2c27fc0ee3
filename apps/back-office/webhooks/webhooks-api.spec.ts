import { randomUUID } from 'node:crypto';
import { invalid } from '@probity/platform/errors';
import type { Api } from '../../../testing/api';
import { storeDelivery, storeEndpoint } from '../../../testing/stored-webhooks';
import { data, refused, startTestOffice, type TestOffice } from '../../../testing/test-office';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const WHY = { reason: 'asked by the bank' };
const AT = '2026-03-01T10:00:00.000Z';

describe('webhooks in the back office', () => {
  let test: TestOffice;
  let office: Api;
  let sent: TestOffice['sent'];
  let slug: string;
  let tenantId: string;

  beforeAll(async () => {
    test = await startTestOffice();
    ({ api: office, sent } = test);
  });
  afterAll(() => test?.stop());
  beforeEach(async () => {
    ({ slug, id: tenantId } = await newTenant());
    sent.length = 0;
  });
  afterEach(() => {
    for (const name of Object.keys(test.replies)) delete test.replies[name];
  });

  const at = (path: string): string => `/tenants/${slug}${path}`;
  const newTenant = async (): Promise<{ id: string; slug: string }> =>
    data(await office.post('/tenants', { slug: `t-${randomUUID()}`, name: 'T', ...WHY }), 201);

  const anEndpoint = (more?: object): Promise<any> => storeEndpoint(test.owner, tenantId, more);
  const aDelivery = (endpoint: any, more?: object): Promise<any> => storeDelivery(test.owner, endpoint, more);

  describe('reading', () => {
    it('shows endpoints with the reason why they are disabled and since when they fail', async () => {
      const first = await anEndpoint();
      const status_reason = 'it has only failed since 2026-02-24';
      const second = await anEndpoint({
        status: 'disabled',
        status_reason,
        failing_since: '2026-02-24T10:00:00.000Z',
        created_at: '2026-03-02T10:00:00.000Z',
      });
      expect(data(await office.get(at('/webhooks')))).toEqual([first, second]);
      expect(data(await office.get(at('/webhooks?limit=1&offset=1')))).toEqual([second]);
      expect(data(await office.get(at(`/webhooks/${second.id.toUpperCase()}`)))).toEqual(second);
    });

    it('shows deliveries with their attempts, newest first', async () => {
      const endpoint = await anEndpoint();
      const lost = await aDelivery(endpoint);
      const next_retry_at = '2026-03-03T10:00:05.000Z';
      const { due_at: _due, ...waiting } = await aDelivery(endpoint, {
        due_at: next_retry_at,
        created_at: '2026-03-03T10:00:00.000Z',
      });
      const done = await aDelivery(endpoint, {
        status: 'succeeded',
        response_status: 200,
        error: null,
        delivered_at: AT,
        created_at: '2026-03-02T10:00:00.000Z',
      });
      const path = at(`/webhooks/${endpoint.id}/deliveries`);
      expect(data(await office.get(path))).toEqual([{ ...waiting, next_retry_at }, done, lost]);
      expect(data(await office.get(`${path}?status=failed&limit=1&offset=1`))).toEqual([lost]);
      expect(data(await office.get(at(`/webhook-deliveries/${lost.id}`)))).toEqual(lost);
    });

    it('returns 404 for endpoints of another tenant', async () => {
      const endpoint = await anEndpoint();
      const delivery = await aDelivery(endpoint);
      ({ slug } = await newTenant());
      expect(data(await office.get(at('/webhooks')))).toEqual([]);
      for (const path of [`/webhooks/${endpoint.id}`, `/webhooks/${endpoint.id}/deliveries`]) {
        refused(await office.get(at(path)), 404, new RegExp(`webhook ${endpoint.id} was not found`));
      }
      refused(await office.get(at(`/webhook-deliveries/${delivery.id}`)), 404, /delivery .* was not found/);
      refused(await office.post(at(`/webhook-deliveries/${delivery.id}/resend`), WHY), 404, /was not found/);
      slug = 'unknown-tenant';
      refused(await office.get(at('/webhooks')), 404, /tenant unknown-tenant was not found/);
    });

    it('finds a delivery of a deleted endpoint', async () => {
      const endpoint = await anEndpoint({ status: 'deleted' });
      const delivery = await aDelivery(endpoint, { status: 'canceled' });
      expect(data(await office.get(at('/webhooks')))).toEqual([]);
      refused(await office.get(at(`/webhooks/${endpoint.id}/deliveries`)), 404, /was not found/);
      expect(data(await office.get(at(`/webhook-deliveries/${delivery.id}`)))).toEqual(delivery);
    });

    it.each<[string, RegExp]>([
      ['/webhooks/x', /must be a UUID/],
      ['/webhooks/x/deliveries', /must be a UUID/],
      ['/webhook-deliveries/x', /must be a UUID/],
      ['/webhooks?limit=0', /^limit must be a whole number/],
      [`/webhooks/${randomUUID()}/deliveries?status=lost`, /^status must be one of/],
    ])('rejects %s', async (path, message) => refused(await office.get(at(path)), 400, message));

    it('requires the operator token', async () => {
      for (const path of [at('/webhooks'), at(`/webhook-deliveries/${randomUUID()}`)]) {
        expect((await fetch(`${test.url}${path}`)).status).toBe(401);
      }
    });
  });

  describe('requests of officers', () => {
    const id = randomUUID();
    const about = () => ({
      tenant_id: tenantId,
      endpoint_id: id,
      actor: 'staff:operator',
      actor_name: 'operator token',
    });

    it.each([
      ['disable', 'disabled'],
      ['enable', 'active'],
    ])('%s an endpoint in the name of the officer', async (verb, status) => {
      const name = 'webhooks.set-endpoint-status';
      expect(data(await office.post(at(`/webhooks/${id.toUpperCase()}/${verb}`), WHY))).toEqual({ noted: name });
      expect(sent).toEqual([{ name, request: { ...about(), status, reason: WHY.reason } }]);
    });

    it('send a test event, with a new id each time', async () => {
      const path = at(`/webhooks/${id}/test`);
      data(await office.post(path, {}));
      data(await office.post(path, { event_type: 'alert.resolved' }));
      const event_id = expect.stringMatching(/^[0-9a-f-]{36}$/);
      expect(sent).toEqual([
        { name: 'webhooks.send-test', request: { ...about(), event_id, event_type: undefined } },
        { name: 'webhooks.send-test', request: { ...about(), event_id, event_type: 'alert.resolved' } },
      ]);
      expect(sent[0]!.request.event_id).not.toBe(sent[1]!.request.event_id);
    });

    it('send a delivery again, in order with other commands about its endpoint', async () => {
      const endpoint = await anEndpoint();
      const delivery = await aDelivery(endpoint);
      const path = at(`/webhook-deliveries/${delivery.id.toUpperCase()}/resend`);
      expect(data(await office.post(path, WHY))).toEqual({ noted: 'webhooks.resend-delivery' });
      const request = { ...about(), endpoint_id: endpoint.id, delivery_id: delivery.id, ...WHY };
      expect(sent).toEqual([{ name: 'webhooks.resend-delivery', request }]);
    });

    it('send the failed deliveries of a period again, a limited number per request', async () => {
      const reply = { replayed: 1_000, more: true };
      test.replies['webhooks.replay-failed'] = () => reply;
      const path = at(`/webhooks/${id}/replay`);
      expect(data(await office.post(path, { since: '2026-03-01', ...WHY }))).toEqual(reply);
      const until = '2026-03-02T02:00:00+02:00';
      data(await office.post(path, { since: '2026-03-01', until, ...WHY }));
      const request = { ...about(), since: '2026-03-01T00:00:00.000Z', limit: 1_000, ...WHY };
      expect(sent.map((one) => one.request)).toEqual([
        { ...request, until: undefined },
        { ...request, until: '2026-03-02T00:00:00.000Z' },
      ]);
    });

    it('return the error of the service', async () => {
      test.replies['webhooks.set-endpoint-status'] = () => {
        throw invalid('webhook_disabled', 'the endpoint was deleted');
      };
      refused(await office.post(at(`/webhooks/${id}/enable`), WHY), 400, /was deleted/);
    });

    it.each<[string, object, RegExp]>([
      ['/webhooks/:id/disable', {}, /^reason must be a string/],
      ['/webhooks/:id/enable', {}, /^reason must be a string/],
      ['/webhooks/:id/test', { event_type: 'alert.lost' }, /^event_type must be one of/],
      ['/webhooks/:id/replay', WHY, /^since must be a day or a time/],
      ['/webhooks/:id/replay', { since: 'yesterday', ...WHY }, /^since must be a day or a time/],
      ['/webhooks/:id/replay', { since: '2026-03-01', until: 'today', ...WHY }, /^until must be a day or a time/],
      [
        '/webhooks/:id/replay',
        { since: '2026-03-02', until: '2026-03-01', ...WHY },
        /^until must be later than since; it is 2026-03-01T00:00:00.000Z, and since is 2026-03-02T00:00:00.000Z$/,
      ],
      [
        '/webhooks/:id/replay',
        { since: '2026-03-01T02:00:00+02:00', until: '2026-03-01', ...WHY },
        /^until must be later than since/,
      ],
      ['/webhooks/:id/replay', { since: '2998-01-01', ...WHY }, /^since must not be in the future, but it is 2998/],
      ['/webhook-deliveries/x/resend', WHY, /must be a UUID/],
      ['/webhooks/:id/replay', { since: '2026-03-01' }, /^reason must be a string/],
      [`/webhook-deliveries/${randomUUID()}/resend`, {}, /^reason must be a string/],
    ])('are rejected: %s with %j', async (path, body, message) => {
      refused(await office.post(at(path.replace(':id', id)), body), 400, message);
      expect(sent).toEqual([]);
    });
  });
});
