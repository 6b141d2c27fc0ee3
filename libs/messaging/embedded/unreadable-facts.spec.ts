import type { MessageHandler } from '@nestjs/microservices';
import { pino } from 'pino';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { ROLES } from '@probity/persistence/roles';
import { Metrics } from '@probity/platform/metrics';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { UNREADABLE } from '../facts/fact-message';
import { EmbeddedFacts } from './embedded-facts';

const CUSTOMER = '0197e2b0-5c1d-7a3e-9f00-2b4c6d8e0a10';
const STREAM = `customer-${CUSTOMER}`;
const FORGED = `
  INSERT INTO event_store.events (stream, revision, id, type, data)
  SELECT '${STREAM}', n, gen_random_uuid(), 'CustomerProfileChanged', '[]' FROM generate_series(0, 299) n`;

describe('forged facts that cannot be read, in one process', () => {
  let test: TestDatabase;
  let facts: EmbeddedFacts;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(async () => {
    await facts?.stop();
    await test?.drop();
  });

  it('are passed over with one line for their stream', async () => {
    const logged: { msg: string; stream?: string }[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const metrics = new Metrics();
    const database = await test.as(ROLES.relay);
    facts = new EmbeddedFacts({ consumer: 'spec', store: new PostgresEventStore(database), database, logger, metrics });

    await test.owner.query(FORGED);
    const data = { customer_id: CUSTOMER };
    const event = { id: '0197e2b0-5c1d-7a3e-9f00-2b4c6d8e0a11', type: 'CustomerProfileChanged', data };
    await new PostgresEventStore(test.owner).append(STREAM, 299, [event], async () => {});
    const delivered = new Promise((resolve) => {
      const handler = ((received: unknown) => Promise.resolve(resolve(received))) as unknown as MessageHandler;
      facts.start(new Map([['customer-risk.CustomerProfileChanged', handler]]));
    });
    expect(await delivered).toEqual(data);
    expect(logged).toMatchObject([{ stream: STREAM, msg: UNREADABLE }]);
    expect(await metrics.text()).toMatch(/passed_over_total\{kind="facts for spec",why="damaged"\} 300/);
  });
});
