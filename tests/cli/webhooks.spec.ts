import { randomUUID } from 'node:crypto';
import { storeDelivery, storeEndpoint } from '../../testing/stored-webhooks';
import { data, startTestOffice, type TestOffice } from '../../testing/test-office';
import { CommandLine } from './command-line';

// Jest cannot load the package that serves the API's documentation page. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

/** The real command line and back office; a stand-in carries out the commands. */
describe('webhooks on the command line', () => {
  let office: TestOffice;
  let probity: CommandLine;
  let of: string[];
  let endpoint: any;
  let delivery: any;

  beforeAll(async () => {
    office = await startTestOffice();
    probity = new CommandLine({ PROBITY_BACK_OFFICE_URL: office.url, PROBITY_OPERATOR_TOKEN: office.token });
  });
  afterAll(() => office?.stop());

  beforeEach(async () => {
    const slug = `t-${randomUUID()}`;
    const { id: tenantId } = data(
      await office.api.post('/tenants', { slug, name: 'T', four_eyes: false, reason: 'a test' }),
      201,
    );
    of = ['--tenant', slug];
    endpoint = await storeEndpoint(office.owner, tenantId);
    delivery = await storeDelivery(office.owner, endpoint);
    office.sent.length = 0;
  });

  const BY = { actor: 'staff:operator', actor_name: 'operator token' };
  const about = () => ({ tenant_id: endpoint.tenant_id, endpoint_id: endpoint.id, ...BY });

  it('are listed and shown', async () => {
    expect(await probity.json('webhooks', 'list', ...of)).toEqual({ items: [endpoint], more: false });
    expect(await probity.text('webhooks', 'list', ...of)).toMatch(new RegExp(`^${endpoint.id} +active +- +core`, 'm'));
    expect(await probity.json('webhooks', 'show', ...of, endpoint.id)).toEqual(endpoint);
    expect(await probity.text('webhooks', 'show', ...of, endpoint.id)).toMatch(/^ {2}url +https:\/\/bank\.example/m);
  });

  it('have deliveries, listed by status and with their attempts', async () => {
    const failed = [...of, endpoint.id, '--status', 'failed'];
    expect(await probity.json('webhooks', 'deliveries', ...failed)).toEqual({ items: [delivery], more: false });
    expect(await probity.text('webhooks', 'deliveries', ...failed)).toMatch(/failed +1 +503 +none +the receiver/);
    expect(await probity.text('webhooks', 'deliveries', ...of, endpoint.id, '--status', 'pending')).toBe(
      'The endpoint has no such deliveries.\n',
    );
    expect(await probity.json('webhooks', 'delivery', ...of, delivery.id)).toEqual(delivery);
    expect(await probity.text('webhooks', 'delivery', ...of, delivery.id)).toContain(delivery.attempts[0].id);
  });

  it.each([
    ['disable', 'disabled'],
    ['enable', 'active'],
  ])('%s in the name of the officer', async (verb, status) => {
    endpoint = await storeEndpoint(office.owner, endpoint.tenant_id, {
      status: status === 'active' ? 'disabled' : 'active',
    });
    office.replies['webhooks.set-endpoint-status'] = () => ({ ...endpoint, status });
    const text = await probity.text('webhooks', verb, ...of, endpoint.id, '--reason', 'the bank asked');
    expect(text).toBe(`Webhook endpoint ${endpoint.id} is now ${status}.\n`);
    const request = { ...about(), status, reason: 'the bank asked' };
    expect(office.sent).toEqual([{ name: 'webhooks.set-endpoint-status', request }]);
  });

  it('that are already disabled: the command says so, with the reason', async () => {
    endpoint = await storeEndpoint(office.owner, endpoint.tenant_id, {
      status: 'disabled',
      status_reason: 'the receiver returned 410',
    });
    office.replies['webhooks.set-endpoint-status'] = () => endpoint;
    const again = ['webhooks', 'disable', ...of, endpoint.id, '--reason', 'the bank asked'];
    expect(await probity.text(...again)).toBe(
      `Webhook endpoint ${endpoint.id} was already disabled, because: the receiver returned 410\n`,
    );
  });

  it('get a test event, and a delivery once more', async () => {
    office.replies['webhooks.send-test'] = () => ({ ...delivery, status: 'pending', is_test: true });
    office.replies['webhooks.resend-delivery'] = () => ({ ...delivery, status: 'pending' });
    const type = ['--event-type', 'alert.resolved'];
    const why = ['--reason', 'a test'];
    const tested = await probity.text('webhooks', 'test', ...of, endpoint.id, ...type);
    const resent = await probity.text('webhooks', 'resend', ...of, delivery.id, ...why);
    // The command that they suggest next must work.
    for (const text of [tested, resent]) {
      const next = /: probity (webhooks delivery .*)\n$/.exec(text)![1]!;
      expect(await probity.json(...next.split(' '))).toEqual(delivery);
    }
    expect(office.sent.map(({ request }) => request)).toEqual([
      { ...about(), event_id: expect.any(String), event_type: 'alert.resolved' },
      { ...about(), delivery_id: delivery.id, reason: 'a test' },
    ]);
  });

  it('get all failed deliveries again, even if there are many', async () => {
    const parts = [
      { replayed: 1_000, more: true },
      { replayed: 5, more: false },
    ];
    let asked = 0;
    office.replies['webhooks.replay-failed'] = () => parts[asked++ % parts.length];
    const period = ['--since', '2026-03-01', '--until', '2026-03-02T00:00:00Z', '--reason', 'a test'];
    const replay = ['webhooks', 'replay', ...of, endpoint.id, ...period];
    expect(await probity.text(...replay)).toBe('Sending 1,005 deliveries again.\n');
    expect(await probity.json(...replay)).toEqual({ replayed: 1_005 });
    const [since, until] = ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'];
    expect(office.sent.map(({ request }) => request)).toEqual(
      Array(4).fill({ ...about(), since, until, limit: 1_000, reason: 'a test' }),
    );
  });

  it('commands that fail name the problem and exit with 1', async () => {
    const unknown = randomUUID();
    expect(await probity.refusal('webhooks', 'show', ...of, unknown)).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining(unknown),
    });
    expect((await probity.refusal('webhooks', 'delivery', ...of, 'x')).message).toMatch(/must be a UUID/);
    const replay = ['webhooks', 'replay', ...of, endpoint.id, '--reason', 'r', '--since'];
    expect((await probity.refusal(...replay, 'today')).message).toMatch(/^since must be a day or a time/);
    expect((await probity.refusal(...replay, '2026-03-02', '--until', '2026-03-01')).message).toMatch(
      /^until must be later than since/,
    );
  });
});
