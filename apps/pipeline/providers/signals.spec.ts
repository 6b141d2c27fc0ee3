import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { derivedId } from '@probity/platform/ids';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { ProviderScene, rejection } from './testing/provider-scene';

describe("a provider's webhook", () => {
  let test: TestDatabase;
  let database: Database;
  let scene: ProviderScene;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());
  beforeEach(async () => (scene = await new ProviderScene(database, test.owner).active()));

  const unverified = { kind: 'unauthenticated', code: 'bad_signature', message: 'the webhook could not be verified' };

  it('is rejected alike for an unknown plugin, another tenant, an inactive provider and a wrong signature', async () => {
    const signals = [rejection('1')];
    await expect(scene.webhook(signals, { plugin: 'unknown' })).rejects.toMatchObject(unverified);
    await expect(scene.webhook(signals, { signature: 'a'.repeat(64) })).rejects.toMatchObject(unverified);
    const tenantId = new ProviderScene(database, test.owner).tenantId;
    await expect(scene.webhook(signals, { tenantId })).rejects.toMatchObject(unverified);
    await scene.setStatus('inactive');
    await expect(scene.webhook(signals)).rejects.toMatchObject(unverified);
    expect(await scene.list()).toEqual([]);
  });

  it('is rejected when the plugin cannot read it', async () => {
    await expect(scene.webhook([{ nonsense: true }])).rejects.toMatchObject({ kind: 'invalid', code: 'bad_webhook' });
  });

  it('is to be repeated while the secrets of the provider cannot be opened', async () => {
    const other = scene.another(Buffer.alloc(32, 2));
    await expect(other.webhook([rejection('1')])).rejects.toMatchObject({
      httpStatus: 503,
      code: 'verification_unavailable',
      message: 'this webhook cannot be verified at the moment. No changes were made; send it again later.',
    });
    expect(other.logged()).toContain('cannot be opened with this master key');
    expect(await scene.list()).toEqual([]);
  });

  it('is stored once, with its sealed body', async () => {
    expect(await scene.webhook([rejection('1')])).toEqual({ received: 1 });
    expect(await scene.webhook([rejection('1')])).toEqual({ received: 1 });
    const [signal, ...more] = await scene.list();
    expect(more).toEqual([]);
    expect(signal).toMatchObject({ status: 'pending', customer_ref: 'applicant-1', kyc: { status: 'rejected' } });
    const { rows } = await database.query<{ sha256: string; body: string }>(
      "SELECT sha256, encode(sealed_payload, 'escape') AS body FROM pipeline.provider_payloads WHERE tenant_id = $1",
      [scene.tenantId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.sha256).toBe(signal!.payload_sha256);
    expect(rows[0]!.body).not.toContain('FORGERY');
  });

  it('has at most the time of its receipt when its own time is far in the future', async () => {
    scene.now = () => new Date('2026-03-02T10:00:00Z');
    await scene.webhook([{ ...rejection('1'), occurred_at: '2026-03-02T10:05:00Z' }]);
    await scene.webhook([{ ...rejection('2'), occurred_at: '2026-03-02T10:05:01Z' }]);
    await scene.webhook([{ ...rejection('3'), occurred_at: '2999-01-01T00:00:00Z' }]);
    const times = (await scene.list()).map(({ provider_event_id, occurred_at }) => [provider_event_id, occurred_at]);
    expect(Object.fromEntries(times)).toEqual({
      '1': '2026-03-02T10:05:00.000Z',
      '2': '2026-03-02T10:00:00.000Z',
      '3': '2026-03-02T10:00:00.000Z',
    });
  });

  it('that repeats the id of an event with another content is counted, and the first one stays', async () => {
    await scene.webhook([rejection('1')]);
    const [first] = await scene.list();
    const repeated = { ...rejection('1'), occurred_at: '2026-03-02T09:16:00Z', metadata: { attempt: 2 } };
    await scene.webhook([repeated]);
    expect(await scene.metrics.text()).not.toContain('conflicting');
    await scene.webhook([rejection('1', { ref: 'applicant-2' })]);
    await scene.webhook([{ ...rejection('1'), kyc: { status: 'approved', reason: 'verified' } }]);
    expect(await scene.metrics.text()).toContain(
      'probity_provider_signals_total{plugin="test-provider",outcome="conflicting"} 2',
    );
    expect(scene.logged()).toContain('repeated the id of an event with another content');
    expect(await scene.list()).toEqual([first]);
  });

  describe('about a customer', () => {
    const outcome = async () => {
      await scene.drain();
      const [signal] = await scene.list();
      return signal!;
    };

    it('reaches customer-risk once, with its provenance and the alert of a rejection', async () => {
      const id = await scene.customer({ kyc_provider: 'Test-Provider', kyc_provider_ref: 'applicant-1' });
      await scene.webhook([rejection('1')]);
      expect(await outcome()).toMatchObject({ status: 'applied', customer_id: id, effect: { kyc: 'changed' } });
      await scene.webhook([rejection('1')]);
      await scene.drain();
      expect(scene.applied).toHaveLength(1);
      const [{ alert, ...request }] = scene.applied as [(typeof scene.applied)[0]];
      expect(request).toMatchObject({
        tenant_id: scene.tenantId,
        customer_id: id,
        plugin: 'test-provider',
        plugin_version: '1.0.0',
        event_source: 'applicantReviewed',
        occurred_at: '2026-03-02T09:15:00.000Z',
        kyc: { status: 'rejected', reason: 'forged document' },
      });
      expect(alert).toMatchObject({
        source: 'plugin',
        metadata: {
          source: 'plugin',
          plugin: 'test-provider',
          event_source: 'applicantReviewed',
          payload_sha256: request.payload_sha256,
          reject_labels: ['FORGERY'],
          reject_type: 'FINAL',
        },
      });
    });

    it.each([
      ['JANE  doe', 'customer', ''],
      ['John Roe', 'beneficial_owner', ':beneficial_owner:john roe'],
      ['Mary Moe', 'related_party', ':related_party:mary moe'],
      ['an unknown name', 'customer', ''],
    ] as const)('the role of %j is found by the name: %s', async (subject_name, subject, who) => {
      const parties = { beneficial_owners: [{ name: 'John Roe' }], related_parties: [{ name: 'Mary Moe' }] };
      const id = await scene.customer({ kyc_provider_ref: 'applicant-1', full_name: 'Jane Doe', ...parties });
      const match = { list: 'ofac', entry_id: '1', topics: ['sanction'], subject_name, matched_name: 'X', score: 0.9 };
      const alert = { key: 'match:ofac:1', alert_type: 'sanctions_match', severity: 'critical', title: 'a match' };
      await scene.webhook([{ ...rejection('1'), kyc: undefined, alert: { ...alert, match } }]);
      expect(await outcome()).toMatchObject({ status: 'applied', alert: { subject_unknown: true } });
      expect(scene.applied[0]!.alert).toMatchObject({
        alert_id: derivedId(id, `provider:test-provider:match:ofac:1${who}`),
        match: { subject, subject_name },
        metadata: { subject },
      });
    });

    it('matches an account of a customer without kyc_provider_ref', async () => {
      const id = await scene.customer({ account_refs: ['ACC-1'] });
      await scene.customer({ kyc_provider_ref: 'applicant-9', account_refs: ['ACC-1'] });
      await scene.customer({ kyc_provider: 'other', account_refs: ['ACC-1'] });
      await scene.webhook([rejection('1', { ref: 'applicant-1', account_ref: 'ACC-1' })]);
      expect(await outcome()).toMatchObject({ status: 'applied', customer_id: id });
    });

    it('does not match a customer of another provider or another tenant', async () => {
      await scene.customer({ kyc_provider: 'other', kyc_provider_ref: 'applicant-1' });
      const other = new ProviderScene(database, test.owner);
      await other.customer({ kyc_provider_ref: 'applicant-1' });
      await scene.webhook([rejection('1')]);
      expect(await outcome()).toMatchObject({ status: 'unresolved', reason: 'no_customer' });
      expect(scene.applied).toEqual([]);
    });

    it('is applied when its customer is created, also while it is being matched', async () => {
      await scene.webhook([rejection('1')]);
      expect(await outcome()).toMatchObject({ status: 'unresolved', reason: 'no_customer' });
      expect((await scene.list())[0]).toMatchObject({ last_error: null });
      const id = await scene.customer({ kyc_provider_ref: 'applicant-1' });
      expect(await scene.wakeFor(id, { kyc_provider_ref: 'applicant-1' })).toBe(true);
      expect(await outcome()).toMatchObject({ status: 'applied' });
    });

    it('is retried after a failure, for the customer that was chosen first', async () => {
      const id = await scene.customer({ kyc_provider_ref: 'applicant-1' });
      await scene.webhook([rejection('1')]);
      scene.onApply = () => Promise.reject(new Error('down'));
      expect(await outcome()).toMatchObject({ status: 'pending', last_error: 'internal error; see the log' });
      await scene.customer({ kyc_provider_ref: 'applicant-1' });
      scene.onApply = () => {};
      await scene.letTimePass();
      expect(await outcome()).toMatchObject({ status: 'applied', last_error: null });
      expect(scene.applied.map(({ customer_id }) => customer_id)).toEqual([id, id]);
    });

    it('is retried by an officer, until it is applied', async () => {
      await scene.webhook([rejection('1')]);
      const { id } = await outcome();
      await scene.customer({ kyc_provider_ref: 'applicant-1' });
      const request = { tenant_id: scene.tenantId, signal_id: id, officer: 'Ada', reason: 'corrected' };
      expect(await scene.handler.retry(request)).toMatchObject({ status: 'unresolved' });
      expect(await outcome()).toMatchObject({ status: 'applied' });
      await expect(scene.handler.retry(request)).rejects.toMatchObject({ code: 'signal_applied' });
      const foreign = { ...request, tenant_id: new ProviderScene(database, test.owner).tenantId };
      await expect(scene.handler.retry(foreign)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('is taken over from a process that died, and applied once', async () => {
      await scene.customer({ kyc_provider_ref: 'applicant-1' });
      await scene.webhook([rejection('1')]);
      const dying = scene.another();
      let reached = (): void => {};
      const there = new Promise<void>((resolve) => (reached = resolve));
      dying.onApply = () => new Promise<void>(() => reached());
      void dying.drain();
      await there;
      await scene.drain();
      expect(scene.applied).toEqual([]); // the lease holds
      await scene.letTimePass();
      expect(await outcome()).toMatchObject({ status: 'applied' });
      expect(scene.applied.map(({ signal_id }) => signal_id)).toEqual(dying.applied.map(({ signal_id }) => signal_id));
    });
  });

  it('gives the same signals in any order and number, with several processes', async () => {
    const customers = await Promise.all(
      Array.from({ length: 5 }, (_value, n) => scene.customer({ kyc_provider_ref: `applicant-${n}` })),
    );
    const webhooks = Array.from({ length: 60 }, (_value, n) => [rejection(`${n}`, { ref: `applicant-${n % 5}` })]);
    const shuffled = [...webhooks, ...webhooks, ...webhooks].sort((a, b) =>
      JSON.stringify(a).length % 3 < JSON.stringify(b).length % 3 ? 1 : -1,
    );
    await Promise.all(shuffled.map((signals) => scene.webhook(signals)));
    const processes = [scene, scene.another(), scene.another()];
    for (let round = 0; round < 3; round++) await Promise.all(processes.map((process) => process.drain()));
    const signals = await scene.list();
    expect(signals).toHaveLength(60);
    expect(new Set(signals.map(({ status }) => status))).toEqual(new Set(['applied']));
    expect(new Set(signals.map(({ customer_id }) => customer_id))).toEqual(new Set(customers));
    const applied = processes.flatMap((process) => process.applied.map(({ signal_id }) => signal_id));
    expect(applied.sort()).toEqual(signals.map(({ id }) => id).sort());
  });
});
