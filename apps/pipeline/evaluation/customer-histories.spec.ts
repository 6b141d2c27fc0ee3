import { ruleWith } from '@probity/monitoring/testing/samples';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestPipeline } from '../testing/test-pipeline';
import { TIME_LIMITS } from './evaluation';
import { Evaluator } from './evaluator';
import { InlineEvaluations } from './testing/inline-evaluations';

const DAY = 86_400_000;
const COUNT = { definition: ruleWith({ gte: [{ aggregate: 'count', window: '366d' }, 1] }), mode: 'shadow' as const };
const DISTINCT = {
  definition: ruleWith({ gte: [{ aggregate: 'distinct', of: 'counterparty', window: '1d' }, 1] }),
  mode: 'shadow' as const,
};

const STORE = `
  INSERT INTO pipeline.processed_events (tenant_id, event_id, event_type, customer_id, payload, stages, alert_ids,
    received_at, processed_at, occurred_at, transaction_id, amount, currency, direction, method, counterparty,
    account_ref)
  SELECT $1, gen_random_uuid(), 'transaction', $2, '{}', '[]', '{}', now(), now(),
    $3::timestamptz - n * $4::float8 * interval '1 ms', 'T' || gen_random_uuid(), '12.5', 'EUR', 'inbound', 'wire', 'counterparty ' || n,
    'acc'
  FROM generate_series(1, $5::int) AS n`;

/** What queries of the history returned. */
interface Answer {
  rows: number;
  characters: number;
}

describe('the stored history of a customer', () => {
  let test: TestDatabase;
  let database: Database;
  let pipeline: TestPipeline;
  let answers: Answer[];
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());
  beforeEach(() => {
    answers = [];
    const watched = Object.create(database) as Database;
    watched.query = async <Row extends object>(text: string, values?: unknown[]) => {
      const answer = await database.query<Row>(text, values);
      const isHistory = text.includes('FROM pipeline.transactions t') || text.includes('JOIN pipeline.transactions t');
      const characters = JSON.stringify(answer.rows).length;
      if (isHistory) answers.push({ rows: answer.rows.length, characters });
      return answer;
    };
    pipeline = new TestPipeline(watched, test.owner);
    pipeline.setRules([COUNT, DISTINCT]);
  });
  const storeEarlier = (customer: string, { at, everyMs, count }: { at: Date; everyMs: number; count: number }) =>
    test.owner.query(STORE, [pipeline.tenantId, customer, at, everyMs, count]);
  /** The evidence of the rules for an event, by the name of its result. */
  const evidenceOf = async (occurredAt: Date): Promise<Record<string, never>> => {
    const [id] = await pipeline.ingest({ account_ref: 'acc', occurred_at: occurredAt.toISOString() });
    await pipeline.drain();
    const { stages } = (await pipeline.events.event(pipeline.tenantId, id!))!;
    return stages.find(({ stage }) => stage === 'monitoring')!.evidence as Record<string, never>;
  };
  const valuesAt = async (occurredAt: Date): Promise<unknown[]> => {
    const { hits } = (await evidenceOf(occurredAt)) as unknown as {
      hits: { evidence: { aggregates: { value: unknown }[] } }[];
    };
    return hits.map(({ evidence }) => evidence.aggregates[0]!.value);
  };

  it('is read in pages of a bounded size, and counted whole', async () => {
    const now = new Date();
    const customer = await pipeline.customer(['acc']);
    await storeEarlier(customer, { at: now, everyMs: 60_000, count: 9_000 });
    expect(await valuesAt(now)).toEqual([9_001, 24 * 60 - 1]);
    expect(Math.max(...answers.map(({ rows }) => rows))).toBe(1);
    expect(Math.max(...answers.map(({ characters }) => characters))).toBeLessThan(400_000);
    expect(answers.length).toBeLessThan(10);
  });

  it('is counted whole, even if all of it happened at the same time', async () => {
    const now = new Date();
    const customer = await pipeline.customer(['acc']);
    await storeEarlier(customer, { at: now, everyMs: 0, count: 4_500 });
    expect(await valuesAt(now)).toEqual([4_501, 4_500]);
  });

  it('is not read again for events that are back-dated in turn', async () => {
    const now = Date.now();
    const customer = await pipeline.customer(['acc']);
    await storeEarlier(customer, { at: new Date(now), everyMs: DAY / 10, count: 3_000 });
    const event = (n: number) => valuesAt(new Date(now + n - (n % 2) * 30 * DAY));
    await event(0);
    await event(1);
    answers = [];
    expect([await event(2), await event(3), await event(4), await event(5)]).toEqual([
      [3_003, 9],
      [2_703, 10],
      [3_005, 9],
      [2_704, 10],
    ]);
    expect(answers).toEqual([]);
  });

  it('is cut at the limit: the outcome names the rules that lack some of it', async () => {
    const now = new Date();
    Object.assign(pipeline, { evaluations: new InlineEvaluations(new Evaluator(TIME_LIMITS, 500)) });
    const customer = await pipeline.customer(['acc']);
    await storeEarlier(customer, { at: now, everyMs: DAY / 100, count: 700 });
    const { hits, stopped } = await evidenceOf(now);
    const [count, distinct] = pipeline.ruleIds();
    expect(hits).toEqual([expect.objectContaining({ rule_id: distinct })]);
    expect(stopped).toEqual([expect.objectContaining({ rule_id: count, history_limit: 200_000 })]);
  });
});
