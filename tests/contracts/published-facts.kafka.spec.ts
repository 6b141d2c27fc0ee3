import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { caseFileStream } from '@probity/contracts/case-files/events';
import { FACTS, PUBLISHED_STREAMS } from '@probity/contracts/facts';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { NO_STREAM } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { NoticeBoard } from '@probity/notices/notice-board';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { TimeSource } from '@probity/platform/time-source';
import { SCORER_VERSION } from '@probity/screening/scorer-version';
import { ScorerRescreenings } from '../../apps/pipeline/rescreenings/scorer-rescreenings';
import { until } from '../crash/until';
import { Api } from '../../testing/api';
import { Deployment } from '../../testing/deployment/deployment';
import { describeWithKafka } from '../../testing/kafka-suite';
import type { Demo } from '../../testing/standalone-process';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { useProposals } from './use-proposals';
import { useComplianceHalf } from './compliance-activity';
import { type IndependentConsumer, readFacts } from './independent-consumer';
import { sealAgain, setSecrets } from './seal-again';
import { useProvider } from './use-provider';

const MAX_WAIT_MS = 40_000;
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describeWithKafka('the facts that a deployment publishes', (kafka) => {
  let database: TestDatabase;
  let deployment: Deployment;
  let consumer: IndependentConsumer;
  let demo: Demo;

  beforeAll(async () => {
    database = await createTestDatabase();
    deployment = await Deployment.start({ brokers: kafka().brokers, databaseUrl: database.url });
    demo = await deployment.demo();
    await useEverything();
    await useComplianceHalf({
      api: new Api(demo.base_url, demo.api_key),
      backOffice: new Api(demo.back_office_url, demo.operator_token),
      tenantId: demo.tenant_id,
      slug: demo.tenant_slug,
    });
    await useNotices();
    await forgetUpload();
    await useNewScorer();
    await useProvider({
      api: new Api(demo.base_url, demo.api_key),
      backOffice: new Api(demo.back_office_url, demo.operator_token),
      slug: demo.tenant_slug,
    });
    await useProposals(new Api(demo.back_office_url, demo.operator_token), demo.tenant_slug);
    await setSecrets(new Api(demo.back_office_url, demo.operator_token), demo.tenant_slug);
    await sealAgain(database.owner, Buffer.from(deployment.masterKey, 'base64'));
    consumer = await readFacts({ document: `${deployment.baseUrl}/asyncapi.json`, brokers: kafka().brokers });
    const countRead = (): number => consumer.report().messages - consumer.report().duplicates;
    // Counted anew each time: events that the product appends meanwhile are read before others that came earlier.
    await until('every event is read', async () => countRead() >= (await countFacts()), MAX_WAIT_MS);
  }, 240_000);
  afterAll(async () => {
    await consumer.stop();
    await deployment.stop();
    await database.drop();
  });

  /** Triggers every type of event of ledgers, tenants and keys. */
  async function useEverything(): Promise<void> {
    const api = new Api(demo.base_url, demo.api_key);
    const office = new Api(demo.back_office_url, demo.operator_token);
    const tenant = `/tenants/${demo.tenant_slug}`;
    const created = await api.post(`${tenant}/ledgers`, { name: 'Facts', currency: 'JPY', metadata: { a: [1] } });
    const ledger = created.body.data.id as string;
    const accounts = await Promise.all(
      ['asset', 'liability'].map((account_type) =>
        api.post(`${tenant}/ledgers/${ledger}/accounts`, { code: randomUUID(), name: 'Account', account_type }),
      ),
    );
    const [debited, credited] = accounts.map(({ body }) => body.id as string);
    const posting = JSON.stringify({
      ledger_id: ledger,
      currency: 'JPY',
      reference: 'traced',
      description: 'é😀',
      narration: 'text',
      metadata: { deep: { deeper: [null, 1.5] } },
      entries: [
        { account_id: debited, debit: '9'.repeat(40), description: 'one side' },
        { account_id: credited, credit: '9'.repeat(40) },
      ],
    });
    const posted = await api.send('POST', `${tenant}/postings`, posting, { traceparent: TRACE });
    expect(posted.status).toBe(201);
    await api.post(`${tenant}/postings`, JSON.parse(posting));
    await office.put(`${tenant}/ledgers/${ledger}/accounts/${debited}/activity`, {
      is_active: false,
      reason: 'a test',
    });
    await office.postForLines(`${tenant}/ledgers/${ledger}/verification`, {});
    await until('the checkpoint key is replaced', async () => {
      const { status } = await office.post(`${tenant}/checkpoint-key`, { reason: 'a test' });
      if (status !== 503) expect(status).toBe(201);
      return status === 201; // 503 until the notary has signed something
    });
    const key = await office.post(`${tenant}/api-keys`, { scopes: ['read'], reason: 'a test' });
    await office.delete(`${tenant}/api-keys/${key.body.data.id}?reason=a+test`);
    const client = new BackOfficeClient(demo.back_office_url, demo.operator_token);
    let last: unknown;
    for await (const line of client.postForLines('projections/rebuild', { reason: 'a test', all: true })) last = line;
    expect(last).toMatchObject({ failed: 0, done: true });
  }

  async function useNotices(): Promise<void> {
    const store = new AggregateStore(new PostgresEventStore(database.owner), database.owner);
    const degraded = {
      kind: 'stage_degraded',
      subject: 'screening/yente',
      severity: 'high',
      message: 'A test.',
    } as const;
    await new NoticeBoard(store, new TimeSource()).raise({ ...degraded, tenantId: demo.tenant_id, data: {} });
    const office = new Api(demo.back_office_url, demo.operator_token);
    const notices = `/tenants/${demo.tenant_slug}/notices`;
    const listed = await office.get(notices);
    await office.post(`${notices}/${listed.body.data[0].id}/settle`, { reason: 'r' });
  }

  /** As an upload of which an hour has passed. */
  async function forgetUpload(): Promise<void> {
    const file_id = randomUUID();
    const about = { file_id, tenant_id: demo.tenant_id, case_id: randomUUID(), customer_id: randomUUID() };
    const data = { ...about, forgotten_at: new Date().toISOString() };
    const event = { id: randomUUID(), type: 'CaseFileForgotten', data };
    await new PostgresEventStore(database.owner).append(caseFileStream(file_id), NO_STREAM, [event], async () => {});
  }

  /** As a process of a later release would, which has another scorer. The deployment leaves its rescreening alone. */
  async function useNewScorer(): Promise<void> {
    const { owner } = database;
    const store = new AggregateStore(new PostgresEventStore(owner), owner);
    const later = new ScorerRescreenings(owner, store, () => new Date(), SCORER_VERSION + 1);
    await later.startDue();
    const started = 'SELECT id FROM pipeline.scorer_rescreenings WHERE scorer_version = $1 AND tenant_id = $2';
    const { rows } = await owner.query<{ id: string }>(started, [later.version, demo.tenant_id]);
    await later.end(rows[0]!.id, { outcome: 'completed', reason: null });
  }

  /** Counts the events that topics have: all but the types that stay inside the event store. */
  async function countFacts(): Promise<number> {
    const facts = `
      SELECT count(*)::int AS facts FROM event_store.events e
      WHERE EXISTS (SELECT FROM unnest($1::text[]) AS prefix WHERE starts_with(e.stream, prefix)) AND type <> ALL ($2)`;
    const prefixes = PUBLISHED_STREAMS.map(({ prefix }) => prefix);
    const inside = PUBLISHED_STREAMS.flatMap(({ inside: types = [] }) => types);
    return (await database.owner.query<{ facts: number }>(facts, [prefixes, inside])).rows[0]!.facts;
  }

  it('cover every event, and match the served document', () => {
    const { violations, byType, undescribed } = consumer.report();
    expect([...violations, ...undescribed]).toEqual([]);
    // Only the first start after an upgrade signs keys of an older version, and the first audit trail is due after an hour.
    const absent = ['back-office.ApiKeySigned', 'back-office.AuditTrailVerified'];
    const names = FACTS.map(({ name }) => name).filter((name) => !absent.includes(name));
    expect(Object.keys(byType).sort()).toEqual(names.sort());
  });

  it('come from a relay whose readiness reports the state of every fact topic', async () => {
    const answer = await fetch(`${deployment.relays[0]!.url}/health/ready`);
    const { dependencies } = (await answer.json()) as { dependencies: Record<string, string> };
    const checks = PUBLISHED_STREAMS.map(({ topic }) => `publishing_${topic.replace(/\W/g, '_')}`);
    expect(dependencies).toEqual(Object.fromEntries(['database', 'broker', ...checks].map((name) => [name, 'ok'])));
  });

  it('carry the trace of the request that caused them', async () => {
    const reader = new Kafka({ brokers: kafka().brokers, logLevel: logLevel.NOTHING }).consumer({
      groupId: randomUUID(),
    });
    const traces = new Map<string, string | undefined>();
    await reader.connect();
    await reader.subscribe({ topics: [`${deployment.topicPrefix}ledger.ledger.event.v1`], fromBeginning: true });
    await reader.run({
      eachMessage: ({ message: { headers, value } }) => {
        const { payload } = JSON.parse(value!.toString()) as { payload?: { reference?: string } };
        if (payload?.reference === 'traced') traces.set(String(headers!.ce_revision), headers!.traceparent?.toString());
        return Promise.resolve();
      },
    });
    await until('both postings are read', () => traces.size === 2, MAX_WAIT_MS);
    await reader.disconnect();
    const [given, own] = [...traces.values()];
    expect(given).toBe(TRACE);
    expect(own).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/); // the request had no trace, so the gateway began one
    expect(deployment.gateways[0]!.printed).toContain(TRACE);
  });

  it('never contain the hash of an API key', async () => {
    const { rows } = await database.owner.query<{ hash: string }>(
      "SELECT encode(key_hash, 'hex') AS hash FROM back_office.api_keys",
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ hash }) => JSON.stringify(consumer.report()).includes(hash))).toEqual([]);
  });
});
