import type { MessageHandler } from '@nestjs/microservices';
import { pino } from 'pino';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { Metrics } from '@probity/platform/metrics';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { DeadLetterBook } from '../dead-letter-book';
import { EmbeddedFacts } from './embedded-facts';

const TYPE = 'customer-risk.CustomerProfileChanged';
const CUSTOMER = '0197e2b0-5c1d-7a3e-9f00-2b4c6d8e0a12';
const STREAM = `customer-${CUSTOMER}`;

describe('a dead fact in one process', () => {
  let test: TestDatabase;
  let relay: Database;
  let office: Database;
  let facts: EmbeddedFacts;
  let seen: string[];
  let broken: boolean;
  beforeEach(async () => {
    test = await createTestDatabase();
    [relay, office] = [await test.as(ROLES.relay), await test.as(ROLES.backOffice)];
    seen = [];
    broken = true;
    await new PostgresEventStore(test.owner).append(
      STREAM,
      -1,
      [
        {
          id: '0197e2b0-5c1d-7a3e-9f00-2b4c6d8e0a11',
          type: 'CustomerProfileChanged',
          data: { customer_id: CUSTOMER, n: 1 },
        },
      ],
      () => Promise.resolve(),
    );
  });
  afterEach(async () => {
    await facts?.stop();
    await test.drop();
  });

  function start(): void {
    const handler = ((data: { n: number }, { revision }: { revision: number }) => {
      if (broken) return Promise.reject(new Error('it broke'));
      seen.push(`${data.n}@${revision}`);
      return Promise.resolve();
    }) as unknown as MessageHandler;
    const store = new PostgresEventStore(relay);
    facts = new EmbeddedFacts({
      consumer: 'spec',
      store,
      database: relay,
      logger: pino({ level: 'silent' }),
      metrics: new Metrics(),
    });
    facts.start(new Map([[TYPE, handler]]));
  }
  const letters = async () =>
    (await test.owner.query('SELECT service, message, type, reason, attempts, again_at FROM platform.dead_letters'))
      .rows;
  const until = async (wanted: (found: Record<string, unknown>[]) => boolean): Promise<void> => {
    while (!wanted(await letters())) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const again = () => office.query('SELECT platform.handle_dead_letter_again($1, $2)', ['spec', `${STREAM}@0`]);

  it('is listed, and handled again when an operator wants it; then it is listed no more', async () => {
    start();
    await until((found) => found.length === 1);
    expect(await letters()).toEqual([
      { service: 'spec', message: `${STREAM}@0`, type: TYPE, reason: 'it broke', attempts: 5, again_at: null },
    ]);
    broken = false;
    await again();
    await until((found) => found.length === 0);
    expect(seen).toEqual(['1@0']);
  });

  it('that fails again stays listed, and waits no more', async () => {
    start();
    await until((found) => found.length === 1);
    await again();
    await until(([found]) => found!.again_at !== null);
    await until(([found]) => found!.again_at === null);
    expect(seen).toEqual([]);
  });

  it('is handled after a restart, if the process died before', async () => {
    const book = new DeadLetterBook(relay, 'spec');
    broken = false;
    start();
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await facts.stop();
    const letter = { message: `${STREAM}@0`, kind: 'fact' as const, type: TYPE, stream: STREAM, revision: 0 };
    await book.keep({ ...letter, reason: 'it broke', attempts: 5 });
    await again();
    start();
    await until((found) => found.length === 0);
    expect(seen).toEqual(['1@0', '1@0']);
  });

  it('whose event is gone is listed with that reason', async () => {
    start();
    const letter = { message: 'customer-b@7', kind: 'fact' as const, type: TYPE, stream: 'customer-b', revision: 7 };
    await new DeadLetterBook(relay, 'spec').keep({ ...letter, reason: 'it broke', attempts: 5 });
    await office.query('SELECT platform.handle_dead_letter_again($1, $2)', ['spec', 'customer-b@7']);
    const gone = 'the event store does not have the event';
    await until((found) => found.some(({ message, reason }) => message === 'customer-b@7' && reason === gone));
  });
});
