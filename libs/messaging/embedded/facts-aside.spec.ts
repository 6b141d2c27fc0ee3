import { randomUUID } from 'node:crypto';
import type { MessageHandler } from '@nestjs/microservices';
import { pino } from 'pino';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { Metrics } from '@probity/platform/metrics';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { NotOnReadSideYet } from '../deliver-fact';
import { EmbeddedFacts } from './embedded-facts';

const DEADLINE_MS = 20_000;

describe('a fact about an object that the read side does not show', () => {
  let test: TestDatabase;
  let relay: Database;
  let facts: EmbeddedFacts;
  /** what the read side shows */
  let shown: Set<string>;
  let handled: string[];
  let errors: object[];
  beforeEach(async () => {
    test = await createTestDatabase();
    relay = await test.as(ROLES.relay);
    [shown, handled, errors] = [new Set(), [], []];
  });
  afterEach(async () => {
    await facts?.stop();
    await test.drop();
  });

  function start(): void {
    const handler = (({ customer_id }: { customer_id: string }, { revision }: { revision: number }) => {
      if (!shown.has(customer_id)) return Promise.reject(new NotOnReadSideYet('there is no row'));
      handled.push(`${customer_id}@${revision}`);
      return Promise.resolve();
    }) as unknown as MessageHandler;
    const store = new PostgresEventStore(relay);
    const logger = pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line) as object) });
    facts = new EmbeddedFacts({ consumer: 'spec', store, database: relay, logger, metrics: new Metrics() });
    facts.start(new Map([['customer-risk.CustomerProfileChanged', handler]]));
  }
  const append = (customer_id: string, revision = 0) =>
    new PostgresEventStore(test.owner).append(
      `customer-${customer_id}`,
      revision - 1,
      [{ id: randomUUID(), type: 'CustomerProfileChanged', data: { customer_id } }],
      () => Promise.resolve(),
    );
  const letters = async () =>
    (
      await test.owner.query<{ message: string; state: string }>(
        `SELECT message, CASE WHEN again_at IS NULL THEN 'failed' ELSE 'waiting' END AS state FROM platform.dead_letters
         ORDER BY message`,
      )
    ).rows;
  async function until(what: string, condition: () => Promise<boolean> | boolean): Promise<void> {
    for (const limit = Date.now() + DEADLINE_MS; !(await condition());) {
      if (Date.now() > limit) throw new Error(`not within ${DEADLINE_MS} ms: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  it('keeps no other facts, and is handled by itself when the read side shows it, also after a restart', async () => {
    const [late, other, another] = [randomUUID(), randomUUID(), randomUUID()];
    shown.add(other).add(another);
    for (const [id, revision] of [
      [late, 0],
      [other, 0],
      [late, 1],
    ] as const)
      await append(id, revision);
    start();
    await until('both facts are put aside', async () => (await letters()).length === 2);
    await append(another);
    await until('the facts of others are handled', () => handled.length === 2);
    expect(handled.toSorted()).toEqual([`${other}@0`, `${another}@0`].toSorted());
    expect(await letters()).toEqual([
      { message: `customer-${late}@0`, state: 'waiting' },
      { message: `customer-${late}@1`, state: 'waiting' },
    ]);

    await facts.stop();
    shown.add(late);
    start();
    await until('the facts are handled', async () => (await letters()).length === 0);
    expect(handled.slice(2)).toEqual([`${late}@0`, `${late}@1`]);
  });

  it('is left to an operator after an hour, with a line in the log', async () => {
    const forged = randomUUID();
    await append(forged);
    start();
    await until('it is put aside', async () => (await letters()).length === 1);
    expect(errors).toEqual([]);
    await test.owner.query("UPDATE platform.dead_letters SET at = at - interval '2 hours'");
    await until('it has failed', async () => (await letters())[0]!.state === 'failed');
    expect(handled).toEqual([]);
    expect(errors).toMatchObject([
      { stream: `customer-${forged}`, reason: 'there is no row', msg: 'a fact could not be handled for an hour' },
    ]);
  });
});
