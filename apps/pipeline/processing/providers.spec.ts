import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { ProviderFailure } from '@probity/providers/provider-api';
import type { Finding, MonitoringRequest, ScreeningRequest } from '@probity/providers/stage-call';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestPipeline } from '../testing/test-pipeline';
import { NOTHING_FOUND } from '../testing/test-providers';

const MATCH: Finding = {
  metadata: { provider_score: 93 },
  alert: {
    key: 'entity-1:ivan petrov',
    alert_type: 'sanctions_match',
    severity: 'critical',
    title: 'Possible sanctions match: counterparty "Ivan Petrov"',
    match: {
      list: 'us_ofac_sdn',
      entry_id: 'entity-1',
      topics: ['sanction'],
      subject: 'counterparty',
      subject_name: 'Ivan Petrov',
      matched_name: 'PETROV, Ivan',
      score: 0.93,
    },
  },
};
const DOWN = new ProviderFailure('timeout', 'Fake did not respond in time');

describe('stages that a provider runs', () => {
  let test: TestDatabase;
  let database: Database;
  let pipeline: TestPipeline;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    await test.owner.query('DELETE FROM pipeline.inbox');
    pipeline = new TestPipeline(database, test.owner);
  });

  const payment = { account_ref: 'acc', counterparty: { name: 'Ivan Petrov', country: 'RU' } };

  it('screening: the provider gets the subject, and its match is an alert with its origin', async () => {
    await pipeline.provide('screening');
    const customer = await pipeline.customer(['acc']);
    pipeline.provider.answer = () => ({ ...NOTHING_FOUND, findings: [MATCH] });
    const [id] = await pipeline.ingest(payment);
    await pipeline.drain();
    const [asked] = pipeline.provider.asked as ScreeningRequest[];
    expect(asked).toEqual({
      customer: { id: customer, account_refs: ['acc'] },
      threshold: 0.7,
      subjects: [{ role: 'counterparty', kind: 'unknown', name: 'Ivan Petrov', countries: ['RU'], identifiers: [] }],
    });
    const [alert] = pipeline.reported[0]!.alerts;
    expect(alert).toMatchObject({
      source: 'plugin',
      severity: 'critical',
      trigger_ref: 'fake:us_ofac_sdn:entity-1',
      match: { list: 'us_ofac_sdn' },
      metadata: {
        source: 'plugin',
        plugin: 'fake',
        plugin_version: '1.0.0',
        event_source: 'call:screening',
        payload_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        provider_score: 93,
      },
    });
    expect(await pipeline.stageOf(id!, 'screening')).toMatchObject({ mode: 'plugin', result: 'hit' });
    expect(pipeline.provider.worked).toHaveLength(1);
  });

  it('screening: an incomplete result keeps its findings, is an alert once, and is asked for again', async () => {
    await pipeline.provide('screening');
    await pipeline.customer(['acc']);
    const incomplete = '40 matches of subject 1, of which 25 are here';
    pipeline.provider.answer = () => ({ findings: [MATCH], evidence: {}, cacheSeconds: 60, incomplete });
    const [first, second] = await pipeline.ingest(payment, { ...payment, transaction_id: 'another' });
    await pipeline.drain();
    expect(pipeline.provider.asked).toHaveLength(2);
    const [found, missing] = pipeline.reported[0]!.alerts;
    expect(found).toMatchObject({ alert_type: 'sanctions_match' });
    expect(missing).toMatchObject({
      source: 'plugin',
      alert_type: 'provider_incomplete',
      severity: 'high',
      title: `The result of Fake is not complete: ${incomplete}`,
      metadata: { plugin: 'fake', incomplete },
    });
    const ids = pipeline.reported.flatMap(({ alerts }) => alerts).map(({ alert_id }) => alert_id);
    expect(new Set(ids).size).toBe(2);
    for (const id of [first, second])
      expect(await pipeline.stageOf(id!, 'screening')).toMatchObject({ evidence: { cached: false, incomplete } });
  });

  it('monitoring: the provider gets the event, and its decision is an alert', async () => {
    await pipeline.provide('monitoring');
    await pipeline.customer(['acc']);
    pipeline.provider.answer = () => ({
      ...NOTHING_FOUND,
      findings: [
        { metadata: {}, alert: { key: 'd1', alert_type: 'declined', severity: 'high', title: 'Declined by Fake' } },
      ],
    });
    const [id] = await pipeline.ingest(payment);
    await pipeline.drain();
    const [asked] = pipeline.provider.asked as MonitoringRequest[];
    expect(asked!.event).toMatchObject({ id, type: 'transaction', payload: { amount: '10' } });
    expect(pipeline.reported[0]!.alerts).toMatchObject([{ alert_type: 'declined', source: 'plugin' }]);
    expect(await pipeline.stageOf(id!, 'monitoring')).toMatchObject({ mode: 'plugin', result: 'alert' });
  });

  it.each([
    ['native', 'clear', 'no_lists'],
    ['none', 'unavailable', 'unavailable'],
  ] as const)(
    'a failing provider: the fallback %s runs, and staff learn of it',
    async (fallback, monitored, screened) => {
      await pipeline.provide('screening', fallback);
      await pipeline.customer(['acc']);
      pipeline.provider.answer = () => Promise.reject(DOWN);
      const [id] = await pipeline.ingest(payment);
      await pipeline.drain();
      expect(await pipeline.stageOf(id!, 'screening')).toMatchObject({
        mode: 'plugin',
        result: screened,
        evidence: { degraded: { plugin: 'fake', failure: 'timeout', message: DOWN.message, fallback } },
      });
      expect(pipeline.provider.failures).toMatchObject([{ failure: DOWN, stage: { stage: 'screening' } }]);
    },
  );

  it('a deactivated provider and a defect of a plugin are failures too, and leak nothing', async () => {
    await pipeline.provide('screening');
    await pipeline.customer(['acc']);
    pipeline.provider.isActive = false;
    const [inactive] = await pipeline.ingest(payment);
    await pipeline.drain();
    expect(await pipeline.stageOf(inactive!, 'screening')).toMatchObject({
      evidence: { degraded: { failure: 'inactive' } },
    });
    pipeline.provider.isActive = true;
    pipeline.provider.secretsOpen = false;
    const [sealed] = await pipeline.ingest(payment);
    await pipeline.drain();
    expect(await pipeline.stageOf(sealed!, 'screening')).toMatchObject({
      evidence: { degraded: { failure: 'inactive', message: 'the secrets of the provider fake cannot be opened' } },
    });
    pipeline.provider.secretsOpen = true;
    pipeline.provider.answer = () => {
      throw new TypeError('cannot read "Ivan Petrov"');
    };
    const [defect] = await pipeline.ingest(payment);
    await pipeline.drain();
    const { evidence } = (await pipeline.stageOf(defect!, 'screening'))!;
    expect(evidence).toMatchObject({ degraded: { failure: 'not_understood' } });
    expect(JSON.stringify(evidence)).not.toContain('Petrov"');
  });

  it('a redelivered event asks the provider once', async () => {
    await pipeline.provide('screening');
    await pipeline.customer(['acc']);
    pipeline.provider.answer = () => ({ findings: [MATCH], evidence: {}, cacheSeconds: 60 });
    pipeline.onReport = () => {
      throw new Error('customer-risk failed');
    };
    const [id] = await pipeline.ingest(payment);
    await pipeline.drain();
    pipeline.onReport = () => {};
    await pipeline.letTimePass();
    await pipeline.drain();
    expect(await pipeline.stageOf(id!, 'screening')).toMatchObject({ result: 'hit', evidence: { cached: true } });
    expect(pipeline.provider.asked).toHaveLength(1);
  });

  it('asks again when the stored result cannot be opened', async () => {
    await pipeline.provide('screening');
    await pipeline.customer(['acc']);
    pipeline.provider.answer = () => ({ ...NOTHING_FOUND, cacheSeconds: 60 });
    const screen = async () => {
      const [id] = await pipeline.ingest(payment);
      await pipeline.drain();
      return pipeline.stageOf(id!, 'screening');
    };
    await screen();
    await test.owner.query("UPDATE pipeline.provider_responses SET sealed = 'changed' WHERE tenant_id = $1", [
      pipeline.tenantId,
    ]);
    expect(await screen()).toMatchObject({ result: 'clear', evidence: { cached: false } });
    expect(await screen()).toMatchObject({ result: 'clear', evidence: { cached: true } });
  });

  it('asks again when the result is no longer valid, or the configuration changed', async () => {
    await pipeline.provide('screening');
    await pipeline.customer(['acc']);
    pipeline.provider.answer = () => ({ ...NOTHING_FOUND, cacheSeconds: 60 });
    const screen = async () => {
      await pipeline.ingest(payment);
      await pipeline.drain();
      return pipeline.provider.asked.length;
    };
    expect([await screen(), await screen()]).toEqual([1, 1]);
    pipeline.provider.version++;
    expect([await screen(), await screen()]).toEqual([2, 2]);
    pipeline.provider.now = new Date(pipeline.provider.now.getTime() + 60_000);
    expect(await screen()).toBe(3);
  });
});
