import type { ExpressionNode } from '@probity/monitoring/rule-definition';
import { ruleWith } from '@probity/monitoring/testing/samples';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { runBacktest } from '../backtests/run-backtest';
import { TestPipeline } from '../testing/test-pipeline';

const NO_RULE = { compared_by: [], unknown_to: [] };
const TOTAL = { aggregate: 'sum', of: 'amount', window: '7d' };
const [UNKNOWN, COMPARED] = [{ compare_unconverted_amounts: false }, { compare_unconverted_amounts: true }];

describe('an amount that rules cannot compare', () => {
  let test: TestDatabase;
  let database: Database;
  let pipeline: TestPipeline;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    database = await test.as(ROLES.pipeline);
    pipeline = new TestPipeline(database, test.owner);
    await test.owner.query(
      "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, 'T', now(), 0)",
      [pipeline.tenantId, pipeline.tenantId],
    );
  });

  const useCurrencies = async (...codes: string[]): Promise<void> => {
    for (const code of codes)
      await test.owner.query('INSERT INTO back_office.currencies VALUES ($1, $2, $2, 2)', [pipeline.tenantId, code]);
  };
  const set = (monitoring: object) =>
    test.owner.query(
      `INSERT INTO back_office.compliance_settings (tenant_id, version, settings, reason, officer, changed_at)
       VALUES ($1, 1, $2, 'a test', 'j.smith', now())`,
      [pipeline.tenantId, JSON.stringify({ monitoring })],
    );
  /** What the monitoring stage says about a transaction in this currency. */
  async function saidOf(currency: string): Promise<unknown> {
    await pipeline.customer([currency]);
    const [id] = await pipeline.ingest({ account_ref: currency, currency, amount: '1000000' });
    await pipeline.drain();
    return (await pipeline.stageOf(id!, 'monitoring'))!.evidence.unconverted_amount;
  }

  it('is named in the outcome: its currency has no rate', async () => {
    await set({ reference_currency: 'USD', rates: { EUR: '1.1' } });
    expect(await saidOf('JPY')).toEqual({ currency: 'JPY', reference_currency: 'USD', ...NO_RULE });
    expect(await saidOf('EUR')).toBeUndefined();
    expect(await saidOf('USD')).toBeUndefined();
  });

  it('is named in the outcome: the tenant has several currencies and no reference currency', async () => {
    await useCurrencies('JPY', 'USD');
    expect(await saidOf('USD')).toEqual({ currency: 'USD', reference_currency: null, ...NO_RULE });
  });

  it('is not named for a tenant with one currency and no reference currency', async () => {
    await useCurrencies('JPY');
    expect(await saidOf('JPY')).toBeUndefined();
  });

  describe('for the rules of the tenant', () => {
    const large = { gte: [{ field: 'transaction.amount' }, 10_000] };
    const ruleOf = (name: string, condition: ExpressionNode, members: object) => ({
      definition: ruleWith(condition, { name, ...members }),
    });
    const hitsOf = async (on: TestPipeline, eventId: string): Promise<string[]> =>
      ((await on.stageOf(eventId, 'monitoring'))!.evidence.hits as { rule: string }[] | undefined)?.map(
        ({ rule }) => rule,
      ) ?? [];
    /** The number of stored events that a draft of a rule matches. */
    async function backtested(members: object): Promise<number> {
      const definition = { ...ruleWith({ gte: [TOTAL, 1_000] }, members) };
      const task = { tenantId: pipeline.tenantId, definition, maxExamples: 0, countryLists: new Map() };
      return (await runBacktest(database, task, () => {})).result.hit_events;
    }
    beforeEach(async () => {
      await set({ reference_currency: 'USD', rates: {} });
      await pipeline.customer(['acc']);
    });

    it('is compared by rules that opted in or never decided; the outcome names all that read it', async () => {
      pipeline.setRules([
        ruleOf('strict', large, UNKNOWN),
        ruleOf('opted in', large, COMPARED),
        ruleOf('old', large, {}),
        ruleOf('not about amounts', { eq: [{ field: 'transaction.currency' }, 'JPY'] }, UNKNOWN),
      ]);
      const [yen, dollars] = await pipeline.ingest(
        { account_ref: 'acc', currency: 'JPY', amount: '1000000' },
        { account_ref: 'acc', currency: 'USD', amount: '1000000' },
      );
      await pipeline.drain();
      expect(await hitsOf(pipeline, yen!)).toEqual(['opted in', 'old', 'not about amounts']);
      expect(await hitsOf(pipeline, dollars!)).toEqual(['strict', 'opted in', 'old']);
      const [strict, opted, old] = pipeline.ruleIds();
      expect((await pipeline.stageOf(yen!, 'monitoring'))!.evidence.unconverted_amount).toEqual({
        currency: 'JPY',
        reference_currency: 'USD',
        compared_by: [opted, old],
        unknown_to: [strict],
      });
    });

    it('stays out of windows that are read again from the database, and out of backtests', async () => {
      pipeline.setRules([
        ruleOf('strict', { gte: [TOTAL, 1_000] }, UNKNOWN),
        ruleOf('opted in', { gte: [TOTAL, 1_000] }, COMPARED),
      ]);
      await pipeline.ingest({ account_ref: 'acc', currency: 'JPY', amount: '1000000' });
      await pipeline.drain();
      expect([await backtested(UNKNOWN), await backtested({}), await backtested(COMPARED)]).toEqual([0, 0, 1]);
      const another = pipeline.another();
      for (const on of [pipeline, another]) {
        const [event] = await on.ingest({ account_ref: 'acc', amount: '10' });
        await on.drain();
        expect(await hitsOf(on, event!)).toEqual(['opted in']);
      }
      const { rows } = await test.owner.query(
        'SELECT currency, comparable FROM pipeline.transactions WHERE tenant_id = $1 ORDER BY 1',
        [pipeline.tenantId],
      );
      expect(rows).toEqual([
        { currency: 'JPY', comparable: false },
        { currency: 'USD', comparable: true },
        { currency: 'USD', comparable: true },
      ]);
    });
  });
});
