import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { newId } from '@probity/platform/ids';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestPipeline } from '../testing/test-pipeline';
import { EventIntake } from './event-intake';
import { WaitingQuota } from './waiting-quota';

describe('the limit of events that wait for a customer', () => {
  let test: TestDatabase;
  let database: Database;
  let pipeline: TestPipeline;
  let now: number;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());
  beforeEach(() => {
    now = Date.now();
    pipeline = new TestPipeline(database, test.owner);
  });

  const intakeOf = (): EventIntake => {
    const quota = new WaitingQuota(database, pino({ level: 'silent' }), () => new Date(now));
    return new EventIntake(pipeline.ingestion, quota, () => {});
  };
  const setLimit = async (waiting_events: number): Promise<void> => {
    await test.owner.query(
      "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, 'T', now(), 0)",
      [pipeline.tenantId, `t-${pipeline.tenantId}`],
    );
    await test.owner.query(
      `INSERT INTO back_office.tenant_limits (tenant_id, version, limits, changed_at)
       VALUES ($1, 1, $2, now())`,
      [pipeline.tenantId, JSON.stringify({ waiting_events })],
    );
  };
  const event = (account_ref: string, tenant_id = pipeline.tenantId) => ({
    event_id: newId(),
    tenant_id,
    event_type: 'transaction' as const,
    payload: { account_ref, currency: 'USD', direction: 'inbound', amount: '10', transaction_id: newId() },
    received_at: new Date(),
  });
  const refusal = {
    code: 'quota_exceeded',
    message:
      'the limit waiting_events is 3, and the tenant has at least 3 now. No changes were made; ' +
      'create the customers, or ask an operator to raise it.',
  };

  it('refuses what exceeds it, also of events that arrive together', async () => {
    await setLimit(3);
    const intake = intakeOf();
    const sent = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => intake.take(event(`unknown ${n}`))));
    expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    await expect(intake.take(event('unknown'))).rejects.toMatchObject(refusal);
    await expect(intakeOf().take(event('unknown'))).rejects.toMatchObject(refusal); // after a restart
  });

  it('refuses no event of a known customer, of another tenant, or that is stored already', async () => {
    await setLimit(3);
    const intake = intakeOf();
    const first = event('unknown');
    await Promise.all([first, event('unknown'), event('unknown')].map((each) => intake.take(each)));
    await expect(intake.take(event('unknown'))).rejects.toMatchObject(refusal);
    await pipeline.customer(['acc']);
    await intake.take(event('acc'));
    await intake.take(event('unknown', randomUUID()));
    await intake.take(first);
    const { rowCount } = await test.owner.query('SELECT FROM pipeline.inbox WHERE tenant_id = $1', [pipeline.tenantId]);
    expect(rowCount).toBe(4);
  });

  it('has room again when the events found their customer', async () => {
    await setLimit(3);
    const intake = intakeOf();
    for (let n = 0; n < 3; n++) await intake.take(event('later'));
    await expect(intake.take(event('unknown'))).rejects.toMatchObject(refusal);
    await pipeline.customer(['later']);
    await pipeline.drain();
    now += 1_001;
    const accepted = () =>
      intake.take(event('unknown')).then(
        () => true,
        () => false,
      );
    while (!(await accepted())); // events are counted again beside other work
  });
});
