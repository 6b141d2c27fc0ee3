import { randomUUID } from 'node:crypto';
import type { LogVerification } from '@probity/contracts/audit/verification';
import { logStream } from '@probity/contracts/checkpoints/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import type { Sql } from '@probity/persistence/database';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { CheckpointKeys } from '../keys/checkpoint-keys';
import { LedgerEvents, NotaryFixture } from '../testing/notary-suite';
import { LogWalk } from './log-walk';

let test: TestDatabase;
let fixture: NotaryFixture;
let tenant: string;
let streams: string[];
beforeAll(async () => {
  test = await createTestDatabase();
  fixture = await NotaryFixture.on(test);
});
beforeEach(async () => {
  [tenant, streams] = [randomUUID(), [`customer-${randomUUID()}`, `alert-${randomUUID()}`]];
  await fixture.start();
  for (const stream of [...streams, streams[0]!]) {
    await fixture.append(tenant, stream, 3);
    await fixture.caughtUp(tenant);
  }
  await fixture.stop();
});
afterEach(() => fixture.stop());
afterAll(() => test.drop());

async function verify(checkpoint?: string): Promise<LogVerification> {
  const { store, database, sealer } = fixture;
  const keys = new CheckpointKeys(new AggregateStore(store, database), sealer, () => new Date());
  let last: LogVerification | undefined;
  for await (last of new LogWalk({ events: store, sql: database, keys }, tenant, checkpoint).run()) continue;
  return last!;
}

/** Changes the database as a person with all of its rights: no trigger stops it. */
const change = (sql: string, values: unknown[]): Promise<unknown> =>
  test.owner.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(sql, values);
  });
const inEvents = (sql: string, stream: string, ...more: unknown[]): Promise<unknown> =>
  change(sql.replace('events', 'event_store.events'), [stream, ...more]);
const checkpoint = async (): Promise<string> => (await new CheckpointQueries(test.owner).ofTenant(tenant)).checkpoint;

it('verifies a log that is as it was signed', async () => {
  const found = await verify(await checkpoint());
  expect(found).toMatchObject({ events: 10, problems: 0, sound: true, continues: true, done: true });
  expect(found.checkpoints).toBeGreaterThanOrEqual(3);
});

it('verifies a log whose key is replaced meanwhile', async () => {
  const { store, database, sealer } = fixture;
  const aggregates = new AggregateStore(store, database);
  const keys = new CheckpointKeys(aggregates, sealer, () => new Date());
  const walk = new LogWalk({ events: store, sql: database, keys }, tenant).run();
  await walk.next();
  await walk.next();
  await keys.replace({ log: tenant, key_id: randomUUID(), overlapMs: 1_000, officer: 'Ada', reason: 'yearly' });
  await fixture.start(); // logs the event of the new key
  let last: LogVerification | undefined;
  for await (last of walk) continue;
  expect(last).toMatchObject({ problems: 0, sound: true, done: true });
});

it('verifies a log whose ledger is signed again between two reads of the rows', async () => {
  const { store, database, sealer, writer } = fixture;
  const book = new LedgerEvents(tenant, writer);
  const sign = async (): Promise<void> => {
    const recorded = await book.commit(1);
    fixture.appended.get(tenant)!.push(recorded);
    await fixture.caughtUp(tenant);
  };
  await fixture.start();
  await sign();
  let reads = 0;
  const sql = {
    query: async (text: string, values?: unknown[]) => {
      const found = await database.query(text, values);
      if (/FROM notary\.(logs|ledger_checkpoints) WHERE log = \$1/.test(text) && reads++ === 0) await sign();
      return found;
    },
  } as unknown as Sql;
  const keys = new CheckpointKeys(new AggregateStore(store, database), sealer, () => new Date());
  let last: LogVerification | undefined;
  for await (last of new LogWalk({ events: store, sql, keys }, tenant, undefined, false).run()) continue;
  expect(reads).toBeGreaterThan(1);
  expect(last).toMatchObject({ problems: 0, sound: true, done: true });
});

describe('events that are not those of the log', () => {
  it.each([
    ['data', `'{"tenant_id":null}'`, 'content'],
    ['metadata', `'{"traceparent":"x"}'`, 'content'],
    ['type', `'Other'`, 'type'],
    ['id', 'gen_random_uuid()', 'id'],
  ])('an edited %s', async (column, value, field) => {
    const [stream] = streams as [string];
    await inEvents(`UPDATE events SET ${column} = ${value} WHERE stream = $1 AND revision = 1`, stream);
    const first = { kind: 'changed_event', stream, revision: 1, field };
    expect(await verify()).toMatchObject({ problems: 1, sound: false, first });
  });

  it('two that were swapped', async () => {
    const [stream] = streams as [string];
    await inEvents('UPDATE events SET revision = 101 - revision WHERE stream = $1 AND revision IN (1, 2)', stream);
    await inEvents('UPDATE events SET revision = revision - 98 WHERE stream = $1 AND revision > 90', stream);
    const found = await verify();
    expect(found).toMatchObject({ problems: 2, first: { kind: 'changed_event', stream, revision: 1, field: 'id' } });
  });

  it('the last of a stream, which were cut off', async () => {
    const [, stream] = streams as [string, string];
    await inEvents('DELETE FROM events WHERE stream = $1 AND revision > 0', stream);
    expect(await verify()).toMatchObject({ problems: 2, first: { kind: 'missing_event', stream, revision: 1 } });
  });

  it('a stream that was wiped', async () => {
    const [stream] = streams as [string];
    await inEvents('DELETE FROM events WHERE stream = $1', stream);
    expect(await verify()).toMatchObject({ problems: 6, first: { kind: 'missing_event', stream, revision: 0 } });
  });
});

describe('a log that is not as it was signed', () => {
  const LAST = '(SELECT max(revision) FROM event_store.events WHERE stream = $1)';

  it.each([
    ['a leaf that was edited', `data = replace(data, ',"Happened",', ',"Invented",')`, 'EventsLogged', 'changed_log'],
    [
      'a checkpoint of another key',
      `data = replace(data, E'\\\\n— ', E'\\\\n— other')`,
      'CheckpointSigned',
      'changed_log',
    ],
    ['a checkpoint that cannot be read', `data = '{}'`, 'CheckpointSigned', 'changed_log'],
    ['leaves that cannot be read', `data = '[]'`, 'EventsLogged', 'changed_log'],
  ])('%s', async (_what, set, type, kind) => {
    const sql = `UPDATE events SET ${set} WHERE stream = $1 AND type = $2 AND revision > 2`;
    await inEvents(sql, logStream(tenant), type);
    expect(await verify()).toMatchObject({ sound: false, first: { kind } });
  });

  it('whose end was cut off, with the events behind it', async () => {
    await inEvents(`DELETE FROM events WHERE stream = $1 AND revision > ${LAST} - 2`, logStream(tenant));
    await inEvents('DELETE FROM events WHERE stream = $1 AND revision > 2', streams[0]!);
    expect(await verify()).toMatchObject({ problems: 1, first: { kind: 'cut_log', stream: logStream(tenant) } });
  });

  it('whose last checkpoint was cut off', async () => {
    await inEvents(`DELETE FROM events WHERE stream = $1 AND revision = ${LAST}`, logStream(tenant));
    expect(await verify()).toMatchObject({ sound: false, first: { kind: 'cut_log' } });
  });

  it('that lacks an event in the middle', async () => {
    await inEvents('DELETE FROM events WHERE stream = $1 AND revision = 2', logStream(tenant));
    expect(await verify()).toMatchObject({ sound: false, first: { kind: 'cut_log', revision: 2 } });
  });

  it('that was wiped, also with its key and its rows', async () => {
    await inEvents('DELETE FROM events WHERE stream = $1', logStream(tenant));
    expect(await verify()).toMatchObject({ sound: false, first: { kind: 'missing_log' } });
    await inEvents('DELETE FROM events WHERE stream = $1', `checkpoint-key-${tenant}`);
    await change('DELETE FROM notary.logs WHERE log = $1', [tenant]);
    expect(await verify()).toMatchObject({ sound: false, first: { kind: 'missing_log' } });
  });

  it('whose row has another checkpoint than its stream', async () => {
    await change('UPDATE notary.logs SET tree_size = 4 WHERE log = $1', [tenant]);
    expect(await verify()).toMatchObject({
      problems: 1,
      first: { kind: 'changed_log', detail: expect.stringMatching(/notary.logs/) },
    });
  });

  it('that the notary had stopped', async () => {
    await change("INSERT INTO notary.stopped_logs VALUES ($1, 's', 'event 1 is missing', now())", [tenant]);
    expect(await verify()).toMatchObject({ first: { kind: 'stopped_log', detail: 'event 1 is missing' } });
  });
});

describe('a checkpoint that was kept outside', () => {
  it('continues in a log that has grown', async () => {
    const kept = await checkpoint();
    await fixture.start();
    await fixture.append(tenant, streams[1]!, 5);
    await fixture.caughtUp(tenant);
    expect(await verify(kept)).toMatchObject({ problems: 0, continues: true });
  });

  it('shows that events, log and tables were put back to an older state', async () => {
    const kept = await checkpoint();
    const [stream] = streams as [string];
    const { rows } = await test.owner.query<{ revision: number; data: string }>(
      `SELECT revision::int, data FROM event_store.events WHERE stream = $1 AND type = 'CheckpointSigned'
         AND (data::json ->> 'tree_size')::int = 7`,
      [logStream(tenant)],
    );
    const [{ revision, data }] = rows as [{ revision: number; data: string }];
    await inEvents('DELETE FROM events WHERE stream = $1 AND revision > 2', stream);
    await inEvents('DELETE FROM events WHERE stream = $1 AND revision > $2', logStream(tenant), revision);
    const { checkpoint: older, tree_size, signed_at } = JSON.parse(data);
    const row = 'UPDATE notary.logs SET revision = $5, checkpoint = $2, tree_size = $3, signed_at = $4 WHERE log = $1';
    await change(row, [tenant, older, tree_size, signed_at, revision]);
    await change('DELETE FROM notary.leaves WHERE log = $1 AND index >= $2', [tenant, tree_size]);
    expect(await verify()).toMatchObject({ problems: 0, sound: true });
    const first = { kind: 'outside_checkpoint', position: tree_size };
    expect(await verify(kept)).toMatchObject({ problems: 1, sound: true, continues: false, first });
  });

  it('is rejected if it is of another log, or no checkpoint', async () => {
    const other = await checkpoint();
    tenant = randomUUID();
    await fixture.start();
    await fixture.append(tenant, `customer-${tenant}`, 3);
    await fixture.caughtUp(tenant);
    for (const note of [other, 'no note', `${other}x`])
      expect(await verify(note)).toMatchObject({
        sound: true,
        continues: false,
        first: { kind: 'outside_checkpoint' },
      });
  });
});
