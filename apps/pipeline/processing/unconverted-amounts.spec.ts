import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestPipeline } from '../testing/test-pipeline';

describe('an amount that rules cannot compare', () => {
  let test: TestDatabase;
  let pipeline: TestPipeline;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    pipeline = new TestPipeline(await test.as(ROLES.pipeline), test.owner);
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
    expect(await saidOf('JPY')).toEqual({ currency: 'JPY', reference_currency: 'USD' });
    expect(await saidOf('EUR')).toBeUndefined();
    expect(await saidOf('USD')).toBeUndefined();
  });

  it('is named in the outcome: the tenant has several currencies and no reference currency', async () => {
    await useCurrencies('JPY', 'USD');
    expect(await saidOf('USD')).toEqual({ currency: 'USD', reference_currency: null });
  });

  it('is not named for a tenant with one currency and no reference currency', async () => {
    await useCurrencies('JPY');
    expect(await saidOf('JPY')).toBeUndefined();
  });
});
