import { randomUUID } from 'node:crypto';
import { type CheckpointSigned, logStream } from '@probity/contracts/checkpoints/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { ROLES } from '@probity/persistence/roles';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { NotaryFixture } from '../testing/notary-suite';
import { LogWalk } from '../verification/log-walk';
import { CHECKPOINT_KEY } from './checkpoint-key';
import { CheckpointKeys } from './checkpoint-keys';

const DAY_MS = 86_400_000;

let test: TestDatabase;
let fixture: NotaryFixture;
let clock: Date;
let tenant: string;
let other: string;
beforeEach(async () => {
  [tenant, other, clock] = [randomUUID(), randomUUID(), new Date('2026-11-28T12:00:00.000Z')];
  test = await createTestDatabase();
  const database = await test.as(ROLES.notary);
  const [store, owner] = [new PostgresEventStore(database), new PostgresEventStore(test.owner)];
  fixture = new NotaryFixture(store, owner, database, () => clock);
  await fixture.start();
  await signNext();
});
afterEach(async () => {
  await fixture.stop();
  await test.drop();
});

const until = async (what: string, condition: () => Promise<boolean>): Promise<void> => {
  for (const limit = Date.now() + 20_000; !(await condition());) {
    if (Date.now() > limit) throw new Error(`not within 20 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
const happens = async (of = tenant): Promise<string> => {
  const stream = `customer-${randomUUID()}`;
  await fixture.append(of, stream);
  return stream;
};
const isLogged = (stream: string, of = tenant) =>
  until('the event is logged', async () => (await fixture.leaves(of)).some(([logged]) => logged === stream));
const signNext = async (): Promise<void> => isLogged(await happens());
const lastSigned = async (): Promise<CheckpointSigned> =>
  (await fixture.eventsOfLog(tenant)).at(-1)!.data as CheckpointSigned;
const keys = (): CheckpointKeys =>
  new CheckpointKeys(new AggregateStore(fixture.store, fixture.database), fixture.sealer, () => clock);
const replace = async (overlapMs = DAY_MS): Promise<string> => {
  const by = { officer: 'Ada', reason: 'yearly rotation' };
  return (await keys().replace({ log: tenant, key_id: randomUUID(), overlapMs, ...by })).key_id;
};
const stopped = async (): Promise<{ log: string; problem: string }[]> =>
  (await test.owner.query<{ log: string; problem: string }>('SELECT log, problem FROM notary.stopped_logs')).rows;

/** As a person with the rights of the owner can. */
const change = (...statements: [sql: string, values: unknown[]][]): Promise<unknown> =>
  test.owner.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    for (const [sql, values] of statements) await tx.query(sql, values);
  });
/** Without the event of the new key, and without its row. */
const undo = (key: string) =>
  change(
    [
      "DELETE FROM event_store.events WHERE stream = $1 AND type = 'CheckpointKeyReplaced'",
      [CHECKPOINT_KEY.stream(tenant)],
    ],
    ['DELETE FROM notary.keys WHERE id = $1', [key]],
  );
const changeLastSigned = async (changed: (signed: CheckpointSigned) => CheckpointSigned) =>
  change([
    `UPDATE event_store.events SET data = $2 WHERE stream = $1
     AND revision = (SELECT max(revision) FROM event_store.events WHERE stream = $1)`,
    [logStream(tenant), JSON.stringify(changed(await lastSigned()))],
  ]);
const withoutLastSignature = (note: string) => note.replace(/— [^\n]+\n$/, '');

async function expectStopped(): Promise<void> {
  const before = (await fixture.eventsOfLog(tenant)).length;
  const stream = await happens();
  await until('the log stops', async () => (await stopped()).length > 0);
  await isLogged(await happens(other), other);
  expect(await stopped()).toEqual([{ log: tenant, problem: expect.stringContaining('which the stream of its keys') }]);
  expect(await fixture.eventsOfLog(tenant)).toHaveLength(before);
  const { rows } = await test.owner.query('SELECT stream FROM platform.contradictions');
  expect(rows).toEqual([{ stream: logStream(tenant) }]);
  expect((await fixture.leaves(tenant)).map(([logged]) => logged)).not.toContain(stream);
}

it.each<[string, (signed: CheckpointSigned) => CheckpointSigned]>([
  ['and nothing else', (signed) => signed],
  [
    'and the signature of the new key',
    (signed) => ({ ...signed, checkpoint: withoutLastSignature(signed.checkpoint) }),
  ],
  ['and its id in the checkpoint', (signed) => ({ ...signed, key_ids: signed.key_ids.slice(0, 1) })],
])('a log stops when the replacement of its key was removed %s, while both keys sign', async (_what, changed) => {
  const key = await replace();
  await signNext();
  await fixture.stop();
  expect((await lastSigned()).key_ids).toEqual([expect.any(String), key]);
  await undo(key);
  await changeLastSigned(changed);
  await fixture.start();
  await expectStopped();
});

it('the verification names the removed event when the checkpoint has no trace of the new key', async () => {
  const key = await replace();
  await signNext();
  await undo(key);
  await changeLastSigned((signed) => {
    const checkpoint = withoutLastSignature(signed.checkpoint);
    return { ...signed, checkpoint, key_ids: signed.key_ids.slice(0, 1) };
  });
  const parts = { events: fixture.store, sql: fixture.database, keys: keys() };
  let last;
  for await (last of new LogWalk(parts, tenant).run()) continue;
  expect(last).toMatchObject({
    sound: false,
    first: { kind: 'missing_event', stream: CHECKPOINT_KEY.stream(tenant), revision: 1 },
  });
});

it('a log goes on after the replacement was restored', async () => {
  const key = await replace();
  await signNext();
  await fixture.stop();
  const rows = (table: string, column: string, value: string) =>
    test.owner.query<{ row: object }>(`SELECT to_json(t) AS row FROM ${table} t WHERE ${column} = $1`, [value]);
  const [event, row] = [await rows('event_store.events', 'id', key), await rows('notary.keys', 'id', key)];
  await undo(key);
  await fixture.start();
  await expectStopped();
  await fixture.stop();
  const insert = (table: string) =>
    `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_record(null::${table}, $1)`;
  await change(
    [insert('event_store.events'), [JSON.stringify(event.rows[0]!.row)]],
    [insert('notary.keys'), [JSON.stringify(row.rows[0]!.row)]],
  );
  await fixture.start();
  await signNext();
  await until('the log goes on', async () => (await stopped()).length === 0);
  expect((await lastSigned()).key_ids).toHaveLength(2);
});

it('a running notary stops the log when it reads the keys again, after an event about them', async () => {
  const key = await replace();
  await signNext();
  await undo(key);
  await change(['DELETE FROM notary.leaves WHERE stream = $1 AND revision = 1', [CHECKPOINT_KEY.stream(tenant)]]);
  const { rows } = await test.owner.query<{ data: string }>(
    'SELECT data::text AS data FROM event_store.events WHERE stream = $1 AND revision = 0',
    [CHECKPOINT_KEY.stream(tenant)],
  );
  const { key_id, sealed } = JSON.parse(rows[0]!.data) as { key_id: string; sealed: string };
  const data = { log: tenant, tenant_id: tenant, key_id, sealed, sealing_key: 'x', resealed_at: clock.toISOString() };
  const event = { id: randomUUID(), type: 'CheckpointKeyResealed', data };
  await fixture.writer.append(CHECKPOINT_KEY.stream(tenant), 0, [event], async () => {});
  await happens();
  await until('the log stops', async () => (await stopped()).length > 0);
  expect(await stopped()).toEqual([{ log: tenant, problem: expect.stringContaining('which the stream of its keys') }]);
  expect((await lastSigned()).key_ids).toContain(key);
});

it.each([
  ['when a key was replaced after its last checkpoint', DAY_MS, 0],
  ['when only one of the keys signs any more', DAY_MS, DAY_MS],
  ['after a replacement without an overlap', 0, 0],
])('a log goes on after a restart %s', async (_when, overlapMs, laterMs) => {
  await fixture.stop();
  const key = await replace(overlapMs);
  await fixture.start();
  await signNext();
  clock = new Date(clock.getTime() + laterMs);
  for (let n = 0; n < 2; n++) {
    await fixture.stop();
    await fixture.start();
    await signNext();
  }
  expect(await stopped()).toEqual([]);
  expect((await lastSigned()).key_ids.at(-1)).toBe(key);
});
