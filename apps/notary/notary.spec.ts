import { randomUUID } from 'node:crypto';
import { ROLES } from '@probity/persistence/roles';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { LedgerEvents, NotaryFixture } from './testing/notary-suite';

let test: TestDatabase;
let fixture: NotaryFixture;
beforeAll(async () => {
  test = await createTestDatabase();
  fixture = await NotaryFixture.on(test);
});
afterEach(() => fixture.stop());
afterAll(() => test.drop());

const stoppedLogs = async () =>
  (
    await test.owner.query<{ log: string; problem: string }>(
      'SELECT log, problem FROM notary.stopped_logs ORDER BY log',
    )
  ).rows;
const setAside = async () =>
  (
    await test.owner.query<{ stream: string; log: string; problem: string }>(
      'SELECT stream, log, problem FROM notary.stopped_streams ORDER BY stream',
    )
  ).rows;
const INSERT = `
  INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2, gen_random_uuid(), $3, $4)`;
/** Rows that another program writes: stream, revision, type and data. */
const FOREIGN: [string, number, string, string][] = [
  ['customer-', 0, 'CustomerCreated', '{"no": JSON'],
  [`ledger-${randomUUID()}`, 0, 'CommitChained', 'null'],
  [`ledger-${randomUUID()}`, 5, 'CommitChained', '{}'],
  [`alert-${randomUUID()}`, 7, 'AlertRaised', '{}'],
  ['elsewhere', 0, '', `${'['.repeat(9_000)}${']'.repeat(9_000)}`],
];
const until = async (condition: () => Promise<boolean>, what: string): Promise<void> => {
  for (const limit = Date.now() + 20_000; !(await condition());) {
    if (Date.now() > limit) throw new Error(`not yet: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
/** As a person with the rights of the owner changes events: no trigger stops it. */
const change = (sql: string, values: unknown[]): Promise<unknown> =>
  test.owner.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(sql, values);
  });

describe('the notary', () => {
  it('logs every event of each tenant once, in a log of its own, and signs checkpoints that its key verifies', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await fixture.append(one, `customer-${randomUUID()}`, 1_200);
    await fixture.append(other, `customer-${randomUUID()}`, 3);
    await fixture.start();
    await fixture.append(one, `alert-${randomUUID()}`, 2);
    await fixture.caughtUp(one, other);
    await fixture.expectSound(one);
    await fixture.expectSound(other);
    const gateway = new CheckpointQueries(await test.as(ROLES.gateway));
    const keys = await Promise.all([one, other].map((id) => gateway.ofTenant(id)));
    expect(keys[0]!.keys[0]!.split('+')[2]).not.toBe(keys[1]!.keys[0]!.split('+')[2]);
  });

  it('signs the tree of a ledger from the ends of its commits', async () => {
    const tenant = randomUUID();
    const ledger = new LedgerEvents(tenant, fixture.writer);
    await fixture.start();
    for (const count of [0, 3, 5]) {
      await ledger.commit(count);
      await until(async () => (await ledger.signed(test.owner))?.size === ledger.tree.size, 'the ledger is signed');
    }
    expect((await fixture.leaves(tenant)).filter(([, , , type]) => type === 'CommitChained')).toHaveLength(3);
    expect((await fixture.leaves(tenant)).some(([, , , type]) => type === 'TransactionPosted')).toBe(false);
    const ofOther = new CheckpointQueries(test.owner).ofLedger(randomUUID(), ledger.id);
    await expect(ofOther).rejects.toMatchObject({ code: 'not_found' });
  });

  it('has one active instance of two; another takes over and goes on where it ended', async () => {
    const tenant = randomUUID();
    const first = await fixture.start();
    await until(async () => Promise.resolve(first.state === 'active'), 'the first is active');
    const second = await fixture.start();
    await until(async () => Promise.resolve(second.state === 'standby'), 'the second stands by');
    await fixture.append(tenant, `customer-${randomUUID()}`, 3);
    await fixture.caughtUp(tenant);
    await first.stop();
    await fixture.append(tenant, `customer-${randomUUID()}`, 3);
    await fixture.caughtUp(tenant);
    expect(second.state).toBe('active');
    await fixture.expectSound(tenant);
  });

  it('logs nothing twice when all events are delivered again', async () => {
    const tenant = randomUUID();
    await fixture.append(tenant, `customer-${randomUUID()}`, 5);
    await fixture.start();
    await fixture.caughtUp(tenant);
    await fixture.stop();
    await test.owner.query('DELETE FROM event_store.checkpoints');
    await fixture.start();
    await fixture.append(tenant, `customer-${randomUUID()}`);
    await fixture.caughtUp(tenant);
    await fixture.expectSound(tenant);
  });

  it('restores its tables from its streams', async () => {
    const tenant = randomUUID();
    const stream = `customer-${randomUUID()}`;
    await fixture.append(tenant, stream, 5);
    await fixture.start();
    await fixture.caughtUp(tenant);
    await fixture.stop();
    const rows = async (table: string): Promise<unknown[]> =>
      (await test.owner.query(`SELECT t::text FROM notary.${table} t WHERE log = $1 ORDER BY 1`, [tenant])).rows;
    const before = await Promise.all([rows('keys'), rows('leaves')]);
    await test.owner.execute('TRUNCATE notary.keys, notary.leaves, notary.logs, notary.ledger_checkpoints');
    await fixture.append(tenant, stream);
    await fixture.start();
    await fixture.caughtUp(tenant);
    await fixture.expectSound(tenant);
    const [keys, leaves] = await Promise.all([rows('keys'), rows('leaves')]);
    expect(keys).toEqual(before[0]);
    expect(leaves).toEqual(expect.arrayContaining(before[1]));
    expect(await stoppedLogs()).toEqual([]);
  });

  it('stops only the log of a changed event, tells operators once, and goes on when the event is restored', async () => {
    const [tenant, other] = [randomUUID(), randomUUID()];
    const stream = `customer-${randomUUID()}`;
    await fixture.append(tenant, stream, 3);
    await fixture.start();
    await fixture.caughtUp(tenant);
    await fixture.stop();

    const { rows } = await test.owner.query<{ data: string }>(
      'SELECT data FROM event_store.events WHERE stream = $1 AND revision = 1',
      [stream],
    );
    const update = 'UPDATE event_store.events SET data = $2 WHERE stream = $1 AND revision = 1';
    await change(update, [stream, JSON.stringify({ tenant_id: tenant, n: 7 })]);
    await test.owner.query('DELETE FROM event_store.checkpoints');
    await fixture.start();
    await until(async () => (await stoppedLogs()).length > 0, 'the log stops');
    await fixture.append(tenant, `customer-${randomUUID()}`, 2);
    await fixture.append(other, `customer-${randomUUID()}`, 2);
    await fixture.caughtUp(other);
    expect(await stoppedLogs()).toEqual([{ log: tenant, problem: 'event 1 is not the one that was signed' }]);
    const reports = await test.owner.query('SELECT FROM platform.contradictions WHERE stream = $1', [
      `notary-log-${tenant}`,
    ]);
    expect(reports.rowCount).toBe(1);
    expect((await fixture.leaves(tenant)).length).toBeLessThan(5);
    await fixture.stop();

    await change(update, [stream, rows[0]!.data]);
    await fixture.start();
    await fixture.caughtUp(tenant);
    await fixture.expectSound(tenant);
    await until(async () => (await stoppedLogs()).length === 0, 'the log goes on');
  });

  it.each([
    ['a smaller tree', { tree_size: 0, frontier: [] }, /0 transactions, but 3 were signed/],
    ['another tree', { tree_size: 3, frontier: ['A', 'B'].map((c) => `${c.repeat(42)}A=`) }, /differs from the tree/],
  ])('stops the log of a commit that contradicts the signed tree: %s', async (_what, changed, problem) => {
    const tenant = randomUUID();
    const ledger = new LedgerEvents(tenant, fixture.writer);
    await ledger.commit(3);
    await fixture.start();
    await until(async () => (await ledger.signed(test.owner))?.size === 3, 'the ledger is signed');
    await ledger.commit(0, changed);
    await until(async () => (await stoppedLogs()).some(({ log }) => log === tenant), 'the log stops');
    expect((await stoppedLogs()).find(({ log }) => log === tenant)!.problem).toMatch(problem);
    expect((await ledger.signed(test.owner))!.size).toBe(3);
    await test.owner.query('DELETE FROM notary.stopped_logs');
  });

  it.each([
    ['first_revision', { first_revision: 0 }, /begins at 0/],
    ['a malformed tree', { tree_size: 8 }, /malformed tree/],
    ['no tree', { tree_size: undefined }, /cannot be read/],
    ['another tenant', { tenant_id: randomUUID() }, /belongs to another ledger or tenant/],
  ])('sets only the stream of a commit aside that has %s', async (_what, changed, problem) => {
    const tenant = randomUUID();
    const ledger = new LedgerEvents(tenant, fixture.writer);
    await ledger.commit(3);
    await fixture.start();
    await until(async () => (await ledger.signed(test.owner))?.size === 3, 'the ledger is signed');
    await ledger.commit(0, changed);
    await ledger.commit(1);
    await fixture.append(tenant, `customer-${randomUUID()}`, 2);
    await until(async () => (await setAside()).length > 0, 'the stream is set aside');
    await until(async () => (await fixture.leaves(tenant)).length === 4, 'the others are logged');
    expect(await setAside()).toEqual([
      { stream: `ledger-${ledger.id}`, log: tenant, problem: expect.stringMatching(problem) },
    ]);
    expect(await stoppedLogs()).toEqual([]);
    expect((await ledger.signed(test.owner))!.size).toBe(3);
    await test.owner.query('DELETE FROM notary.stopped_streams');
  });

  it('sets aside what cannot be logged, tells operators once, and logs it when it was restored', async () => {
    const tenant = randomUUID();
    const [sound, damaged] = [`customer-${randomUUID()}`, `customer-${randomUUID()}`];
    await fixture.append(tenant, damaged, 2);
    await change("UPDATE event_store.events SET data = 'x' || data WHERE stream = $1 AND revision = 1", [damaged]);
    await fixture.append(tenant, damaged);
    for (const [stream, revision, type, data] of FOREIGN)
      await test.owner.query(INSERT, [stream, revision, type, data]);
    const first = await fixture.start();
    await fixture.append(tenant, sound, 2);
    const streams = [damaged, ...FOREIGN.map(([stream]) => stream)];
    await until(async () => (await setAside()).length === streams.length, 'they are set aside');
    await until(async () => (await fixture.leaves(tenant)).length === 4, 'the others are logged');
    expect(first.state).toBe('active');
    expect(await stoppedLogs()).toEqual([]);
    expect((await setAside()).map(({ stream }) => stream).sort()).toEqual(streams.sort());
    const reports = await test.owner.query('SELECT FROM platform.contradictions WHERE stream = ANY($1)', [streams]);
    expect(reports.rowCount).toBe(streams.length);

    await fixture.append(tenant, damaged);
    await fixture.append(tenant, sound);
    await until(async () => (await fixture.leaves(tenant)).length === 5, 'only the sound stream is logged');
    await fixture.stop();
    await change('UPDATE event_store.events SET data = substr(data, 2) WHERE stream = $1 AND revision = 1', [damaged]);
    await fixture.start();
    await fixture.caughtUp(tenant);
    await fixture.expectSound(tenant);
    await until(async () => (await setAside()).length === FOREIGN.length, 'the stream goes on');
  });

  it('refuses a log whose last checkpoint was changed or is missing', async () => {
    const [changed, cut] = [randomUUID(), randomUUID()];
    for (const tenant of [changed, cut]) await fixture.append(tenant, `customer-${randomUUID()}`);
    await fixture.start();
    await fixture.caughtUp(changed, cut);
    await until(async () => (await fixture.leaves(cut)).length === 2, 'the keys are logged');
    await fixture.stop();
    await change(
      `UPDATE event_store.events SET data = replace(data, '"tree_size":', '"tree_size":1')
       WHERE stream = $1 AND type = 'CheckpointSigned'`,
      [`notary-log-${changed}`],
    );
    await change('DELETE FROM event_store.events WHERE stream = $1 AND revision > 1', [`notary-log-${cut}`]);
    for (const tenant of [changed, cut]) await fixture.append(tenant, `customer-${randomUUID()}`);
    await fixture.start();
    await until(async () => (await stoppedLogs()).length === 2, 'both stop');
    expect(Object.fromEntries((await stoppedLogs()).map(({ log, problem }) => [log, problem]))).toEqual({
      [changed]: 'its last checkpoint was changed',
      [cut]: 'the event store has it up to revision 1, but 3 was signed',
    });
  });

  it('stops only the logs whose keys were swapped, and signs nothing with them', async () => {
    const [one, two, other] = [randomUUID(), randomUUID(), randomUUID()] as [string, string, string];
    for (const tenant of [one, two, other]) await fixture.append(tenant, `customer-${randomUUID()}`);
    await fixture.start();
    await fixture.caughtUp(one, two, other);
    await fixture.stop();
    const sizes = (await fixture.leaves(one)).length;
    await change(
      `UPDATE event_store.events e SET data = o.data FROM event_store.events o
       WHERE (e.stream, o.stream) IN (($1, $2), ($2, $1))`,
      [one, two].map((tenant) => `checkpoint-key-${tenant}`),
    );
    await fixture.start();
    for (const tenant of [one, two, other]) await fixture.append(tenant, `customer-${randomUUID()}`);
    await fixture.caughtUp(other);
    const stopped = async () => (await stoppedLogs()).filter(({ log }) => [one, two, other].includes(log));
    await until(async () => (await stopped()).length === 2, 'both stop');
    const problem = expect.stringMatching(/^event 0 of checkpoint-key-.* names another object than its stream$/);
    expect(await stopped()).toEqual([one, two].toSorted().map((log) => ({ log, problem })));
    const reports = await test.owner.query('SELECT FROM platform.contradictions WHERE stream = ANY($1)', [
      [one, two].map((tenant) => `notary-log-${tenant}`),
    ]);
    expect(reports.rowCount).toBe(2);
    expect((await fixture.leaves(one)).length).toBeLessThanOrEqual(sizes + 1); // perhaps its key, but not the new event
    await test.owner.query('DELETE FROM notary.stopped_logs');
  });

  it('may append only to its own streams, and opens no key with another master key', async () => {
    const event = { id: randomUUID(), type: 'Happened', data: {} };
    await expect(fixture.store.append('customer-x', -1, [event], async () => {})).rejects.toThrow('row-level security');
    const stranger = new NotaryFixture(fixture.store, fixture.writer, fixture.database);
    await expect(stranger.start()).rejects.toThrow('PROBITY_MASTER_KEY is not the key');
  });
});
