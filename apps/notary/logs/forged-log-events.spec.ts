import { randomUUID } from 'node:crypto';
import { type CheckpointSigned, type EventsLogged, logStream } from '@probity/contracts/checkpoints/events';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { CHECKPOINT_KEY } from '../keys/checkpoint-key';
import { NotaryFixture } from '../testing/notary-suite';

jest.setTimeout(60_000);

/** What was written into another log before. */
interface Real {
  log: string;
  stream: string;
  logged: EventsLogged['data'];
  signed: CheckpointSigned;
}
type Forged = [what: string, type: string, data: (log: string, other: Real) => unknown];

const NOT_JSON = Symbol('not JSON');
const nothing = (): Forged[] => {
  const types = ['EventsLogged', 'CheckpointSigned', 'CheckpointKeyCreated', 'CheckpointKeyReplaced'];
  const contents = [{}, [], null, 5, NOT_JSON, { log: 5, leaves: 5, frontier: 5, ledgers: 5, sealed: 5 }];
  return [...types, 'CheckpointKeyResealed', 'Unknown'].flatMap((type) =>
    contents.map((data): Forged => [String(JSON.stringify(data)), type, () => data]),
  );
};
const own = <Data extends object>(log: string, data: Data, changed: object = {}) => ({
  ...data,
  log,
  tenant_id: log,
  ...changed,
});
const ledger = { ledger_id: randomUUID(), revision: 0, tree_size: 0, checkpoint: 'no note' };
const IN_LOG: Forged[] = [
  ['leaves of another log', 'EventsLogged', (_log, { logged }) => logged],
  ['no checkpoint after it', 'EventsLogged', (log, { logged }) => own(log, logged, { leaves: [] })],
  ['events of another log', 'EventsLogged', (log, { logged }) => own(log, logged, { first_index: 9 })],
  ['a place out of range', 'EventsLogged', (log, { logged }) => own(log, logged, { first_index: 2 ** 63 })],
  ['U+0000', 'EventsLogged', (log, { logged }) => own(log, logged, { leaves: [['\0', 1, '', '', '']] })],
  [
    'too many leaves',
    'EventsLogged',
    (log, { logged }) => own(log, logged, { leaves: Array.from({ length: 10_001 }, () => 0) }),
  ],
  ['the checkpoint of another log', 'CheckpointSigned', (_log, { signed }) => signed],
  ['a checkpoint that its key did not sign', 'CheckpointSigned', (log, { signed }) => own(log, signed)],
  ['no base64', 'CheckpointSigned', (log, { signed }) => own(log, signed, { frontier: ['-', '\0'] })],
  ['no time', 'CheckpointSigned', (log, { signed }) => own(log, signed, { signed_at: '+275760-09-13' })],
  ['no id', 'CheckpointSigned', (log, { signed }) => own(log, signed, { ledgers: [{ ...ledger, ledger_id: 'x' }] })],
  ['no note', 'CheckpointSigned', (log, { signed }) => own(log, signed, { ledgers: [ledger] })],
];
const key = (log: string, changed: object = {}) => ({
  ...{ log, tenant_id: log, key_id: randomUUID(), algorithm: 'Ed25519', public_key: `${'A'.repeat(43)}=` },
  ...{ sealed: 'AAAA', replaces: randomUUID(), both_until: '2030-01-01T00:00:00.000Z', officer: 'x', reason: 'x' },
  ...{ replaced_at: '2026-01-01T00:00:00.000Z', resealed_at: '2026-01-01T00:00:00.000Z', ...changed },
});
const IN_KEYS: Forged[] = [
  ['a key that it does not replace', 'CheckpointKeyReplaced', (log) => key(log)],
  ['a key of another log', 'CheckpointKeyReplaced', (_log, { log }) => key(log)],
  ['no time', 'CheckpointKeyReplaced', (log) => key(log, { replaced_at: 'yesterday' })],
  ['no UUID', 'CheckpointKeyReplaced', (log) => key(log, { key_id: 'x' })],
  ['no base64', 'CheckpointKeyReplaced', (log) => key(log, { sealed: '\0' })],
  ['a key that does not exist', 'CheckpointKeyResealed', (log) => key(log)],
];

let test: TestDatabase;
let fixture: NotaryFixture;
let write: (stream: string, revision: number, type: string, data: string) => Promise<unknown>;
let close: () => Promise<void>;

const CASES = [
  ...[...nothing(), ...IN_LOG].map((forged) => [logStream, forged] as const),
  ...[...nothing(), ...IN_KEYS].map((forged) => [(log: string) => CHECKPOINT_KEY.stream(log), forged] as const),
];
const INSERT = `
  INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2, gen_random_uuid(), $3, $4)`;
const stoppedLogs = async (): Promise<string[]> =>
  (await test.owner.query<{ log: string }>('SELECT log FROM notary.stopped_logs')).rows.map(({ log }) => log);

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  for (const limit = Date.now() + 20_000; !(await condition());) {
    if (Date.now() > limit) throw new Error(`not within 20 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
const happens = (...tenants: string[]) =>
  Promise.all(tenants.map((tenant) => fixture.append(tenant, `customer-${randomUUID()}`)));

async function onPostgres(): Promise<void> {
  fixture = await NotaryFixture.on(test);
  write = (...row) => test.owner.query(INSERT, row);
  close = async () => {};
}

async function onEventStoreDb(): Promise<void> {
  const server = await StandIn.start();
  const connection = new Connection(server.connectionString);
  const database = await test.as(ROLES.notary);
  const store = (of: typeof database) => new EventStoreDbEventStore(connection, of);
  fixture = new NotaryFixture(store(database), store(test.owner), database);
  write = (stream, _revision, type, data) => {
    const bytes = { data: Buffer.from(data), metadata: Buffer.from(JSON.stringify({ id: randomUUID() })) };
    server.log.append(stream, 'any', [{ id: randomUUID(), type, contentType: 'application/json', ...bytes }]);
    return Promise.resolve();
  };
  close = async () => {
    await connection.close();
    await server.stop();
  };
}

describe.each([
  ['Postgres', onPostgres],
  ['EventStoreDB', onEventStoreDb],
])('forged events in the streams of logs and of their keys, in %s', (_store, open) => {
  beforeEach(async () => {
    test = await createTestDatabase();
    await open();
  });
  afterEach(async () => {
    await fixture.stop();
    await close();
    await test.drop();
  });

  async function forge(log: string, other: Real, [streamOf, [, type, data]]: (typeof CASES)[number]): Promise<void> {
    const stream = streamOf(log);
    const content = data(log, other);
    const { revision } = (await fixture.store.lastEvent(stream))!;
    await write(stream, revision + 1, type, content === NOT_JSON ? '{"no": JSON' : JSON.stringify(content));
  }

  async function realOf(log: string): Promise<Real> {
    const events = await fixture.eventsOfLog(log);
    const [logged, signed] = events.slice(-2).map(({ data }) => data) as [EventsLogged['data'], CheckpointSigned];
    return { log, stream: logged.leaves[0]![0], logged, signed };
  }

  it('stop these logs and no other, and the notary starts', async () => {
    const other = randomUUID();
    const victims = CASES.map(() => randomUUID());
    await fixture.start();
    await happens(other, ...victims);
    await fixture.caughtUp(other, ...victims);
    await until('the streams of the keys are logged', async () => {
      const { rows } = await test.owner.query("SELECT FROM notary.leaves WHERE stream LIKE 'checkpoint-key-%'");
      return rows.length === victims.length + 1;
    });
    await fixture.stop();
    const real = await realOf(other);
    for (const [n, forged] of CASES.entries()) await forge(victims[n]!, real, forged);

    const notary = await fixture.start();
    await happens(other, ...victims);
    await fixture.caughtUp(other);
    await until('each log stops', async () => (await stoppedLogs()).length >= victims.length).catch(() => undefined);
    const stopped = await stoppedLogs();
    const goOn = CASES.filter((_case, n) => !stopped.includes(victims[n]!));
    expect(goOn.map(([, [what, type]]) => `${type}: ${what}`)).toEqual([]);
    expect(stopped).not.toContain(other);
    expect(notary.state).toBe('active');
    await happens(other);
    await fixture.caughtUp(other);
    await fixture.expectSound(other);
  });

  it('stop a log at once while the notary runs, and not the next one', async () => {
    const [log, other] = [randomUUID(), randomUUID()];
    await fixture.start();
    await happens(log, other);
    await fixture.caughtUp(log, other);
    await write(
      logStream(log),
      (await fixture.store.lastEvent(logStream(log)))!.revision + 1,
      'CheckpointSigned',
      '{}',
    );
    await happens(log, other);
    await fixture.caughtUp(other);
    await until('the log stops', async () => (await stoppedLogs()).length > 0);
    expect(await stoppedLogs()).toEqual([log]);
    await fixture.expectSound(other);
  });

  it('stop a log whose next leaves have the place of forged ones', async () => {
    const [log, other] = [randomUUID(), randomUUID()];
    await fixture.start();
    await happens(log, other);
    await fixture.caughtUp(log, other);
    await fixture.stop();
    const { logged, signed } = await realOf(log);
    const forged = { ...logged, first_index: signed.tree_size, leaves: [[`customer-${randomUUID()}`, 0, '', '', '']] };
    const { revision } = (await fixture.store.lastEvent(logStream(log)))!;
    await write(logStream(log), revision + 1, 'EventsLogged', JSON.stringify(forged));
    await write(logStream(log), revision + 2, 'CheckpointSigned', JSON.stringify(signed));
    await fixture.start();
    await happens(log, other);
    await fixture.caughtUp(other);
    await until('the log stops', async () => (await stoppedLogs()).length > 0);
    expect(await stoppedLogs()).toEqual([log]);
    await happens(other);
    await fixture.caughtUp(other);
  });
});
