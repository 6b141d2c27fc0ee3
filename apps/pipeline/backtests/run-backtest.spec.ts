import { randomUUID } from 'node:crypto';
import { countryLists } from '@probity/scoring/country-risk';
import { DEFAULT_MODEL } from '@probity/scoring/scoring-model';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { BacktestThreads } from './backtest-threads';
import { type BacktestTask, type Coverage, runBacktest } from './run-backtest';

let test: TestDatabase;
let database: Database;
let tenant: string;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.pipeline);
});
afterAll(() => test.drop());
beforeEach(() => {
  tenant = randomUUID();
});

const rule = (condition: unknown, more: object = {}): Record<string, unknown> => ({
  name: 'Draft',
  description: 'A draft.',
  reason: 'To see what it would do.',
  event_type: 'transaction',
  severity: 'low',
  alert_type: 'draft',
  title: 'Draft',
  condition,
  ...more,
});
const large = rule({ gte: [{ field: 'transaction.amount' }, 1_000] });
const threeInADay = rule({ gte: [{ aggregate: 'count', window: '24h' }, 3] });

async function customer(tenantId = tenant): Promise<string> {
  const id = randomUUID();
  await test.owner.query(
    `INSERT INTO customer_risk.customers
       (id, tenant_id, email_key, customer_type, kyc_status, risk_rating, profile, created_at, updated_at, revision)
     VALUES ($1::uuid, $2, $1::uuid::text, 'individual', 'approved', 'low', '{"nationality": "DE"}', '2026-01-01', '2026-01-01', 1)`,
    [id, tenantId],
  );
  return id;
}

/** Stores a transaction for each amount, one hour apart. */
async function transactions(customerId: string, start: string, amounts: string[], tenantId = tenant): Promise<void> {
  await test.owner.query(
    `INSERT INTO pipeline.processed_events (tenant_id, event_id, event_type, customer_id, payload, stages, alert_ids,
       received_at, processed_at, occurred_at, transaction_id, amount, currency, direction, method, account_ref)
     SELECT $1, gen_random_uuid(), 'transaction', $2, '{"description": "rent"}', '[]', '{}', at, at, at,
       gen_random_uuid(), amount, 'EUR', 'inbound', 'wire', 'ref'
     FROM (SELECT amount, $3::timestamptz + n * interval '1 hour' AS at
       FROM unnest($4::numeric[]) WITH ORDINALITY AS t (amount, n)) AS t`,
    [tenantId, customerId, start, amounts],
  );
}

const task = (definition: Record<string, unknown>, period: Pick<BacktestTask, 'from' | 'to'> = {}): BacktestTask => ({
  tenantId: tenant,
  definition,
  ...period,
  maxExamples: 5,
  countryLists: countryLists(DEFAULT_MODEL),
});
/** The figures and the examples in one object. */
async function outcome(definition: Record<string, unknown>, period?: Pick<BacktestTask, 'from' | 'to'>) {
  const { result, examples } = await runBacktest(database, task(definition, period), () => {});
  return { ...result, examples };
}

describe('a backtest', () => {
  it('counts the events and customers that match a draft, with examples', async () => {
    const [one, other] = [await customer(), await customer()];
    await transactions(one, '2026-03-01', ['10', '2000', '3000']);
    await transactions(other, '2026-03-01', ['10']);
    expect(await outcome(large)).toEqual({
      events: 4,
      customers: 2,
      hit_events: 2,
      hit_customers: 1,
      alerts: 2,
      stopped_events: 0,
      customers_read: 2,
      customers_total: 2,
      first_event_at: '2026-03-01T01:00:00.000Z',
      last_event_at: '2026-03-01T03:00:00.000Z',
      complete: true,
      days: [{ day: '2026-03-01', alerts: 2 }],
      examples: [
        {
          customer_id: one,
          event_id: expect.any(String),
          at: '2026-03-01T02:00:00.000Z',
          evidence: expect.objectContaining({ fields: { 'transaction.amount': '2000' } }),
        },
      ],
    });
  });

  it('counts only the alerts that the cooldown allows', async () => {
    await transactions(await customer(), '2026-03-01', ['2000', '2000', '2000']);
    expect(await outcome({ ...large, cooldown: '2h' })).toMatchObject({ hit_events: 3, alerts: 2 });
  });

  it('counts the alerts of each day', async () => {
    await transactions(await customer(), '2026-03-01T21:30Z', ['2000', '2000', '2000', '10']);
    expect((await outcome(large)).days).toEqual([
      { day: '2026-03-01', alerts: 2 },
      { day: '2026-03-02', alerts: 1 },
    ]);
  });

  it('compares the draft with a stored version, in one reading of the history', async () => {
    await transactions(await customer(), '2026-03-01', ['2000']);
    await transactions(await customer(), '2026-03-01', ['600', '700']);
    await transactions(await customer(), '2026-03-02', ['1', '1', '1']);
    const baseline = { version: 4, definition: threeInADay };
    const draft = rule({ gte: [{ field: 'transaction.amount' }, 500] });
    const { result } = await runBacktest(database, { ...task(draft), baseline }, () => {});
    expect(result).toMatchObject({
      alerts: 3,
      hit_customers: 2,
      baseline: {
        version: 4,
        alerts: 1,
        hit_events: 1,
        hit_customers: 1,
        new_customers: 2,
        lost_customers: 1,
        days: [{ day: '2026-03-02', alerts: 1 }],
      },
    });
    const alone = await runBacktest(database, task(draft), () => {});
    const { baseline: _compared, ...same } = result;
    expect(alone.result).toEqual(same);
  });

  it('fills windows with their history, also from before the period', async () => {
    await transactions(await customer(), '2026-03-01', ['1', '1', '1', '1', '1']);
    expect(await outcome(threeInADay)).toMatchObject({ events: 5, hit_events: 3 });
    expect(await outcome(threeInADay, { from: new Date('2026-03-01T04:00:00.000Z') })).toMatchObject({
      events: 2,
      hit_events: 2,
    });
    expect(await outcome(threeInADay, { to: new Date('2026-03-01T04:00:00.000Z') })).toMatchObject({
      events: 3,
      hit_events: 1,
    });
  });

  it('counts earlier transactions, also from before the period', async () => {
    await transactions(await customer(), '2026-03-01', ['1', '1', '1', '1']);
    const fourth = rule({ eq: [{ field: 'profile.transaction_count' }, 3] });
    expect(await outcome(fourth)).toMatchObject({ hit_events: 1 });
    expect(await outcome(fourth, { from: new Date('2026-03-01T04:00:00.000Z') })).toMatchObject({
      events: 1,
      hit_events: 1,
    });
  });

  it('reads the payload, the customer and more events than one page has', async () => {
    await transactions(await customer(), '2020-01-01', Array<string>(4_500).fill('1'));
    const payload = rule({
      and: [{ eq: [{ field: 'transaction.description' }, 'rent'] }, { eq: [{ field: 'customer.nationality' }, 'DE'] }],
    });
    expect(await outcome(payload)).toMatchObject({ events: 4_500, hit_events: 4_500, hit_customers: 1 });
    expect(await outcome(rule({ gte: [{ aggregate: 'count', window: '366d' }, 4_500] }))).toMatchObject({
      hit_events: 1,
    });
  });

  it('sees the events of its tenant only', async () => {
    const other = randomUUID();
    await transactions(await customer(other), '2026-03-01', ['2000'], other);
    expect(await outcome(large)).toMatchObject({ events: 0, customers: 0, first_event_at: null });
  });

  it('continues from customer to customer', async () => {
    const ids = await Promise.all(Array.from({ length: 450 }, () => customer()));
    await Promise.all(ids.map((id) => transactions(id, '2026-03-01', ['2000'])));
    expect(await outcome(large)).toMatchObject({ events: 450, customers: 450, hit_customers: 450 });
  });

  it('rejects an invalid rule, with the path', async () => {
    await expect(outcome(rule({ gte: [{ field: 'nothing' }, 1] }))).rejects.toMatchObject({
      code: 'invalid_rule',
      message: expect.stringContaining('/condition/gte/0'),
    });
  });

  it('rejects a draft that costs too much, with the most expensive part', async () => {
    const where = { lte: [{ field: 'activity.amount' }, { field: 'transaction.amount' }] };
    const windows = Array.from({ length: 18 }, (_, n) => ({
      gte: [{ aggregate: 'count', window: `${8_784 - n}h`, where }, 1],
    }));
    await expect(outcome(rule({ and: windows }))).rejects.toMatchObject({
      code: 'invalid_rule',
      message: expect.stringMatching(
        /^\/condition\/and\/0\/gte\/0: the rule costs \d+, and a rule can cost at most 200000; this part costs \d+/,
      ),
    });
  });

  it('gives the same result in a thread, and reports its progress', async () => {
    for (let n = 0; n < 3; n++) await transactions(await customer(), '2026-03-01', ['10', '2000']);
    const threads = new BacktestThreads(database.access);
    const { result, examples } = await threads.run(task(large), () => {}, new AbortController().signal);
    expect({ ...result, examples }).toEqual(await outcome(large));
    await threads.stop();
  });

  it('ends in a thread when it is cancelled', async () => {
    const threads = new BacktestThreads(database.access);
    const over = new AbortController();
    const running = threads.run(task(large), () => {}, over.signal);
    over.abort();
    await expect(running).rejects.toThrow(/abort/);
    await threads.stop();
  });

  it('reports its progress, and ends in time with the history that it has read', async () => {
    const clock = jest.spyOn(Date, 'now');
    let now = 0;
    let step = 600; // at every other reading of the clock, a second has passed
    clock.mockImplementation(() => (now += step));
    try {
      for (let n = 0; n < 20; n++) await transactions(await customer(), '2026-03-01', ['2000']);
      const seen: Coverage[] = [];
      const { result } = await runBacktest(database, task(large), (progress) => {
        seen.push(progress);
        if (progress.customers_read === 10) step = 600_000;
      });
      expect(seen[0]).toEqual({ customers_read: 1, customers_total: 20 });
      expect(seen.map(({ customers_read }) => customers_read)).toEqual(Array.from(seen, (_, n) => n + 1));
      expect(result).toMatchObject({ complete: false, customers_total: 20 });
      expect(result.customers_read).toBeLessThan(12);
      expect(result.events).toBeLessThan(12);
    } finally {
      clock.mockRestore();
    }
  });
});
