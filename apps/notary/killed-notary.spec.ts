import { randomUUID } from 'node:crypto';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import type { EventStore } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { Faults, FaultyEventStore } from '@probity/event-store/testing/faulty-event-store';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { NotaryFixture } from './testing/notary-suite';

const KILLS = 12;

let test: TestDatabase;
let fixture: NotaryFixture | undefined;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  await fixture?.stop();
  await test.drop();
});

/** Numbers from 0 to 1 that are the same in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Kills notaries at their appends while tenants append, and lets others take over. */
async function killAgainAndAgain(store: EventStore): Promise<void> {
  const random = randomNumbers(20_261_128);
  const faults = new Faults();
  fixture = new NotaryFixture(new FaultyEventStore(store, test.owner, faults, store.isAtomic), store, test.owner);
  const tenants = Array.from({ length: 4 }, () => randomUUID());
  const streams = tenants.flatMap((tenant) =>
    Array.from({ length: 3 }, () => ({ tenant, stream: `customer-${randomUUID()}` })),
  );
  for (let kills = 0; kills < KILLS; kills++) {
    let died: (() => void) | undefined;
    const death = new Promise<void>((resolve) => (died = resolve));
    const step = (['dieBefore', 'dieAfter', 'dieUnprojected'] as const)[kills % (store.isAtomic ? 2 : 3)]!;
    let [appends, dead] = [Math.floor(random() * 5), false];
    // Once dead, it appends nothing more.
    faults.dieBefore = () => dead;
    faults[step] = (stream) => {
      if (!dead && (!stream.startsWith('notary-log-') || appends-- > 0)) return false;
      dead = true;
      died!();
      return true;
    };
    await fixture.start();
    let isOver = false;
    void death.then(() => (isOver = true));
    while (!isOver) {
      const { tenant, stream } = streams[Math.floor(random() * streams.length)]!;
      await fixture.append(tenant, stream, 1 + Math.floor(random() * 3));
    }
    await fixture.stop();
    faults.clear();
  }
  for (const { tenant, stream } of streams) await fixture.append(tenant, stream);
  await fixture.start();
  await fixture.caughtUp(...tenants);
  for (const tenant of tenants) await fixture.expectSound(tenant);
  const { rowCount } = await test.owner.query('SELECT FROM notary.stopped_logs');
  expect(rowCount).toBe(0);
}

describe('a notary that is killed at its appends loses no event and logs none twice', () => {
  it('with events in Postgres', () => killAgainAndAgain(new PostgresEventStore(test.owner)), 60_000);

  it('with events in EventStoreDB', async () => {
    const server = await StandIn.start();
    const connection = new Connection(server.connectionString);
    try {
      await killAgainAndAgain(new EventStoreDbEventStore(connection, test.owner));
    } finally {
      await fixture?.stop();
      await connection.close();
      await server.stop();
    }
  }, 60_000);
});
