import { randomUUID } from 'node:crypto';
import { type CheckpointSigned, logStream } from '@probity/contracts/checkpoints/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { NotaryFixture } from '../testing/notary-suite';

jest.setTimeout(60_000);

let test: TestDatabase;
let fixture: NotaryFixture;
let tenant: string;

const REPLAY = `
  INSERT INTO event_store.events (stream, revision, id, type, data)
  SELECT stream, revision + $2, gen_random_uuid(), type, data
  FROM event_store.events WHERE stream = $1 AND revision BETWEEN $3 AND $4`;

/** The owner of the database copies old events of the log to its end, and cuts the leaves off that follow them. */
async function replay(events: RecordedEvent[], first: number, last: number): Promise<void> {
  const { tree_size } = events[last]!.data as CheckpointSigned;
  const of = [first, last].map((at) => events[at]!.revision) as [number, number];
  await test.owner.transaction(async (sql) => {
    await sql.query('SET LOCAL session_replication_role = replica');
    await sql.query(REPLAY, [logStream(tenant), events.at(-1)!.revision + 1 - of[0], ...of]);
    await sql.query('DELETE FROM notary.leaves WHERE log = $1 AND index >= $2', [tenant, tree_size - last + first]);
  });
}

async function problem(): Promise<string> {
  for (const limit = Date.now() + 20_000; Date.now() < limit;) {
    const query = 'SELECT problem FROM notary.stopped_logs WHERE log = $1';
    const { rows } = await test.owner.query<{ problem: string }>(query, [tenant]);
    if (rows[0]) return rows[0].problem;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the log did not stop within 20 s');
}

beforeEach(async () => {
  test = await createTestDatabase();
  fixture = await NotaryFixture.on(test);
  tenant = randomUUID();
  await fixture.start();
  for (let n = 0; n < 4; n++) {
    await fixture.append(tenant, `customer-${randomUUID()}`);
    await fixture.caughtUp(tenant);
  }
});
afterEach(async () => {
  await fixture.stop();
  await test.drop();
});

describe('a log to whose end older events of it were copied', () => {
  it.each([
    ['a checkpoint, while the notary is stopped', 3, 3, true, 'its last checkpoint follows no events that it signs'],
    ['an append, while it is stopped', 2, 3, true, 'do not continue the checkpoint before them'],
    ['a checkpoint, while it runs', 3, 3, false, 'its last checkpoint follows no events that it signs'],
    ['all from an older checkpoint, while it runs', 1, 3, false, 'were signed'],
  ])('is signed no more: %s', async (_what, first, last, isStopped, expected) => {
    if (isStopped) await fixture.stop();
    const events = await fixture.eventsOfLog(tenant);
    await replay(events, first, last);
    if (isStopped) await fixture.start();
    await fixture.append(tenant, `customer-${randomUUID()}`);
    expect(await problem()).toContain(expected);
    const sizes = (await fixture.eventsOfLog(tenant))
      .filter(
        ({ type, revision }) => type === 'CheckpointSigned' && revision > events.at(-1)!.revision + last - first + 1,
      )
      .map(({ data }) => (data as CheckpointSigned).tree_size);
    expect(sizes).toEqual([]);
  });
});
