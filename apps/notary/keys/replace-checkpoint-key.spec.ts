import { createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import { type CheckpointSigned, logStream } from '@probity/contracts/checkpoints/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { verifyCheckpoint } from '@probity/ledger-verification/checkpoint';
import { parseNote } from '@probity/ledger-verification/signed-note';
import { parseKey, type VerificationKey } from '@probity/ledger-verification/verification-key';
import { ROLES } from '@probity/persistence/roles';
import { Sealer } from '@probity/platform/sealing';
import { signNote } from '@probity/platform/transparency/sign-note';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { originOf } from '../logs/decide-checkpoint';
import { LedgerEvents, NotaryFixture } from '../testing/notary-suite';
import { LogWalk } from '../verification/log-walk';
import { CHECKPOINT_KEY } from './checkpoint-key';
import { CheckpointKeys } from './checkpoint-keys';
import { sealedCheckpointKeys } from './sealed-checkpoint-keys';

const DAY_MS = 86_400_000;
const BY = { officer: 'Ada', officer_id: 'ada', reason: 'yearly rotation' };

let test: TestDatabase;
let fixture: NotaryFixture;
let tenant: string;
let clock: Date;
beforeAll(async () => {
  test = await createTestDatabase();
  const database = await test.as(ROLES.notary);
  const [store, owner] = [new PostgresEventStore(database), new PostgresEventStore(test.owner)];
  fixture = new NotaryFixture(store, owner, database, () => clock);
});
beforeEach(async () => {
  [tenant, clock] = [randomUUID(), new Date('2026-11-28T12:00:00.000Z')];
  await fixture.start();
  await signNext();
});
afterEach(() => fixture.stop());
afterAll(() => test.drop());

/** The keys as another instance of the notary has them. */
const keys = (sealer = fixture.sealer): CheckpointKeys =>
  new CheckpointKeys(new AggregateStore(fixture.store, fixture.database), sealer, () => clock);
const replace = (overlapMs = DAY_MS, key_id: string = randomUUID()) => {
  clock = new Date(clock.getTime() + 1);
  return keys().replace({ log: tenant, key_id, overlapMs, ...BY });
};

/** Appends an event of the tenant, and returns the last checkpoint when the log has it. */
async function signNext(): Promise<string> {
  const stream = `customer-${randomUUID()}`;
  await fixture.append(tenant, stream);
  for (const limit = Date.now() + 20_000; ;) {
    if ((await fixture.leaves(tenant)).some(([logged]) => logged === stream)) break;
    if (Date.now() > limit) throw new Error('the event is not logged');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return (await new CheckpointQueries(test.owner).ofTenant(tenant)).checkpoint;
}

/** The public keys of the tenant, as institutions read them. */
const published = async (): Promise<VerificationKey[]> =>
  (await new CheckpointQueries(await test.as(ROLES.gateway)).ofTenant(tenant)).keys.map(parseKey);
/** Which of the keys signed a note, in their order. Each signature is verified by its own. */
const signersOf = (note: string, of: VerificationKey[]): number[] => {
  const { text, signatures } = parseNote(note);
  return signatures.map(({ keyId, signature }) => {
    const at = of.findIndex((key) => key.keyId === keyId);
    const x = Buffer.from(of[at]!.publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(text), key, signature) ? at : -1;
  });
};
const walk = async () => {
  let last;
  for await (last of new LogWalk({ events: fixture.store, sql: fixture.database, keys: keys() }, tenant).run())
    continue;
  return last;
};
const change = (sql: string, values: unknown[]): Promise<unknown> =>
  test.owner.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(sql, values);
  });

describe('the key of the checkpoints of a tenant', () => {
  it('is replaced: both keys sign until the time is over, then the new one alone', async () => {
    const old = await signNext();
    await replace();
    const both = await signNext();
    clock = new Date(clock.getTime() + DAY_MS - 1);
    const stillBoth = await signNext();
    clock = new Date(clock.getTime() + 1);
    const alone = await signNext();
    const known = await published();
    expect(known).toHaveLength(2);
    expect([old, both, stillBoth, alone].map((note) => signersOf(note, known))).toEqual([[0], [0, 1], [0, 1], [1]]);
    // One who knows only the old key verifies what it signed, and so does one who knows only the new key.
    const [first, second] = known as [VerificationKey, VerificationKey];
    for (const note of [old, both, stillBoth]) await verifyCheckpoint(note, originOf(tenant), [first]);
    for (const note of [both, stillBoth, alone]) await verifyCheckpoint(note, originOf(tenant), [second]);
    await expect(verifyCheckpoint(alone, originOf(tenant), [first])).rejects.toMatchObject({ code: 'unknown_key' });
    expect(await walk()).toMatchObject({ problems: 0, sound: true });
  });

  it('is replaced 10 times in 24 hours, and a repetition is none', async () => {
    const first = clock.getTime() + 1;
    for (let n = 0; n < 9; n++) await replace();
    const { key_id } = await replace(0, randomUUID());
    expect(await replace(0, key_id)).toMatchObject({ key_id });
    const again = new Date(first + DAY_MS).toISOString();
    await expect(replace()).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining(`it can be replaced again at ${again}`),
      retryAfterS: expect.any(Number),
    });
    clock = new Date(first + DAY_MS - 2);
    await expect(replace()).rejects.toMatchObject({ code: 'rate_limited' });
    await replace();
  });

  it('signs the ledgers of the tenant too, and the event of the new key is in the log with both signatures', async () => {
    const ledger = new LedgerEvents(tenant, fixture.writer);
    const { key_id } = await replace();
    await ledger.commit(2);
    await signNext();
    const signed = (await fixture.eventsOfLog(tenant)).flatMap(({ type, data }) =>
      type === 'CheckpointSigned' ? [data as CheckpointSigned] : [],
    );
    const heads = signed.flatMap(({ ledgers, key_ids }) => ledgers.map((head) => ({ head, key_ids })));
    expect(heads).toMatchObject([{ head: { tree_size: 2 }, key_ids: [expect.any(String), key_id] }]);
    expect(parseNote(heads[0]!.head.checkpoint).signatures).toHaveLength(2);
    const leaves = (await fixture.leaves(tenant)).filter(([, , , type]) => type === 'CheckpointKeyReplaced');
    expect(leaves).toMatchObject([
      [CHECKPOINT_KEY.stream(tenant), 1, key_id, 'CheckpointKeyReplaced', expect.anything()],
    ]);
  });

  it('signs alone at once after a replacement without an overlap', async () => {
    await replace(0);
    expect(signersOf(await signNext(), await published())).toEqual([1]);
    expect(await walk()).toMatchObject({ sound: true });
  });

  it('is replaced again: never more than two sign', async () => {
    await replace();
    await replace();
    expect(signersOf(await signNext(), await published())).toEqual([1, 2]);
  });

  it('is replaced once, when the command is repeated or delivered several times at once', async () => {
    const id = randomUUID();
    const replies = await Promise.all([replace(DAY_MS, id), replace(DAY_MS, id), replace(DAY_MS, id)]);
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await published()).toHaveLength(2);
    await expect(
      keys().replace({ log: randomUUID(), key_id: randomUUID(), overlapMs: 0, ...BY }),
    ).rejects.toMatchObject({ code: 'not_signed_yet' });
  });

  it('stays what it is after restarts in the middle, and is sealed again with the others', async () => {
    await replace();
    await fixture.stop();
    await fixture.start();
    expect(signersOf(await signNext(), await published())).toEqual([0, 1]);
    await fixture.stop();

    const next = new Sealer({ current: randomBytes(32), previous: fixture.masterKey });
    const store = new AggregateStore(fixture.store, fixture.database);
    const sealed = sealedCheckpointKeys(fixture.database, next, store);
    expect((await sealed.reseal(new AbortController().signal)).unreadable).toEqual([]);
    const { rows } = await test.owner.query<{ keys: number }>('SELECT count(*)::int AS keys FROM notary.keys');
    expect([...(await sealed.count())]).toEqual([[next.keyId, rows[0]!.keys]]);
    const { all, signers } = await keys(next).of(tenant);
    expect([all.length, signers.length]).toEqual([2, 2]);
    await change('DELETE FROM event_store.events WHERE type = $1', ['CheckpointKeyResealed']);
  });

  it.each([
    ['the time of both keys', 'both_until', '2030-01-01T00:00:00.000Z'],
    ['the key that it replaces', 'replaces', randomUUID()],
    ['its public key', 'public_key', randomBytes(32).toString('base64')],
  ])('is not used after a change of %s in its event', async (_what, field, value) => {
    await replace();
    await signNext();
    const stream = CHECKPOINT_KEY.stream(tenant);
    const { rows } = await test.owner.query<{ data: string }>(
      'SELECT data::text AS data FROM event_store.events WHERE stream = $1 AND revision = 1',
      [stream],
    );
    const data = JSON.stringify({ ...(JSON.parse(rows[0]!.data) as object), [field]: value });
    await change('UPDATE event_store.events SET data = $2 WHERE stream = $1 AND revision = 1', [stream, data]);
    await expect(keys().find(tenant)).rejects.toThrow('cannot use the checkpoint key');
    expect(await walk()).toMatchObject({ sound: false });
  });

  it('does not sign alone after the new one has signed', async () => {
    await replace(0);
    await signNext();
    await fixture.stop();
    const [events, all] = [await fixture.eventsOfLog(tenant), (await keys().find(tenant))!];
    const signed = events.at(-1)!.data as CheckpointSigned;
    const { text } = parseNote(signed.checkpoint);
    const checkpoint = signNote(text, { name: originOf(tenant), privateKey: all[0]!.privateKey });
    const event = { id: randomUUID(), type: 'CheckpointSigned', data: { ...signed, checkpoint } };
    await fixture.store.append(logStream(tenant), events.at(-1)!.revision, [event], async () => {});
    expect(await walk()).toMatchObject({
      sound: false,
      first: { detail: expect.stringContaining('a key that was replaced before') },
    });
  });
});
