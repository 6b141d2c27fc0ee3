import { randomUUID } from 'node:crypto';
import { Faults, FaultyEventStore } from '@probity/event-store/testing/faulty-event-store';
import { verifyCheckpoint } from '@probity/ledger-verification/checkpoint';
import { ledgerOrigin } from '@probity/ledger-verification/origins';
import { parseNote } from '@probity/ledger-verification/signed-note';
import { parseKey } from '@probity/ledger-verification/verification-key';
import { ROLES } from '@probity/persistence/roles';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import type { TestDatabase } from '../../../testing/test-database';
import { originOf } from '../logs/decide-checkpoint';
import { LedgerEvents, type NotaryFixture } from '../testing/notary-suite';
import { keyOfNote } from './bucket/bucket-target';
import { type CopiesFixture, until } from './testing/copies-fixture';
import { withCopies } from './testing/with-copies';
import { TimestampAuthority } from './testing/timestamp-authority';
import { TimestampTarget } from './timestamp/timestamp-target';
import { cosignedAt, parseWitnessKey } from './witness/witness-key';

let test: TestDatabase;
let notaries: NotaryFixture;
let outside: CopiesFixture;
const tenant = () => randomUUID();
const customer = () => `customer-${randomUUID()}`;

withCopies((...started) => ([test, notaries, outside] = started));

describe('checkpoints are copied outside', () => {
  it('to a bucket, a witness and an authority for time stamps, and everyone can check the copies', async () => {
    const authority = new TimestampAuthority();
    await authority.start();
    const log = tenant();
    const book = new LedgerEvents(log, notaries.writer);
    const url = new URL(authority.url);
    const targets = [
      outside.bucketTarget,
      outside.witnessTarget,
      new TimestampTarget(url, [authority.root], notaries.now),
    ];
    await notaries.append(log, customer(), 3);
    notaries.appended.get(log)!.push(await book.commit(2));
    await notaries.start(undefined, outside.options(targets));
    await outside.caughtUp(log, 'bucket', 'witness', 'timestamp');

    const view = await new CheckpointQueries(await test.as(ROLES.gateway)).ofTenant(log);
    expect(view.copies.map(({ kind, name, tree_size }) => [kind, name, tree_size])).toEqual([
      ['bucket', 'archive', view.tree_size],
      ['timestamp', url.host, view.tree_size],
      ['witness', 'witness.example/one', view.tree_size],
    ]);
    const [, stamp, cosignature] = view.copies;
    expect(authority.verifies(Buffer.from(stamp!.proof!, 'base64'), view.checkpoint)).toBe(true);
    const { text, signatures } = parseNote(`${parseNote(view.checkpoint).text}\n${cosignature!.proof}\n`);
    expect(cosignedAt(parseWitnessKey(outside.witness.vkey)!, signatures[0]!, text)).toBeInstanceOf(Date);

    const object = outside.bucket.objects.get(`probity-1/${keyOfNote(originOf(log), view.tree_size)}`)!;
    expect(object.body.toString()).toBe(view.checkpoint);
    expect(object.mode).toBe('COMPLIANCE');
    expect(object.retainUntil.getTime()).toBeGreaterThan(Date.now() + 364 * 86_400_000);
    const ofLedger = outside.bucket.objects.get(`probity-1/${keyOfNote(ledgerOrigin(book.id), 2)}`)!;
    const ledgerView = await new CheckpointQueries(test.owner).ofLedger(log, book.id);
    expect(ledgerView.copies).toEqual(view.copies);
    const keys = ledgerView.keys.map(parseKey);
    expect(await verifyCheckpoint(ofLedger.body.toString(), ledgerOrigin(book.id), keys)).toMatchObject({ size: 2 });
    await authority.stop();
  });

  it('also as a log grows, at most once in the interval, and the last one always', async () => {
    const log = tenant();
    const intervalMs = 3_600_000;
    await notaries.append(log, customer(), 700);
    const targets = [outside.bucketTarget, outside.witnessTarget];
    await notaries.start(undefined, outside.options(targets, { intervalMs }));
    await until(async () => Object.keys(await outside.copied(log)).length === 2, 'both have a copy');
    const before = await outside.copied(log);
    for (let n = 0; n < 3; n++) await notaries.append(log, customer(), 5);
    await notaries.caughtUp(log);
    expect(await outside.copied(log)).toEqual(before);
    notaries.laterMs = intervalMs;
    await outside.caughtUp(log, 'bucket', 'witness');
    expect(outside.witness.remembered.get(originOf(log))!.size).toBe(await outside.size(log));
  });

  it('and a target that is no longer configured is shown as such, until it is configured again', async () => {
    const log = tenant();
    const configured = async () => {
      const { copies } = await new CheckpointQueries(test.owner).ofTenant(log);
      return Object.fromEntries(copies.map(({ kind, is_configured }) => [kind, is_configured]));
    };
    await notaries.append(log, customer());
    for (const [targets, bucket] of [
      [[outside.bucketTarget, outside.witnessTarget], true],
      [[outside.witnessTarget], false],
      [[outside.bucketTarget, outside.witnessTarget], true],
    ] as const) {
      await notaries.append(log, customer());
      await notaries.start(undefined, outside.options([...targets]));
      await outside.caughtUp(log, ...targets.map(({ kind }) => kind));
      expect(await configured()).toEqual({ bucket, witness: true });
      await notaries.stop();
    }
  });

  it('again when the table of copies is lost, and the copies do not contradict', async () => {
    const log = tenant();
    await notaries.append(log, customer(), 5);
    await notaries.start(undefined, outside.options([outside.bucketTarget, outside.witnessTarget]));
    await outside.caughtUp(log, 'bucket', 'witness');
    await test.owner.execute('TRUNCATE notary.copies');
    await outside.caughtUp(log, 'bucket', 'witness');
    expect(await outside.problems(log)).toEqual([]);
  });

  it('once more when a process ends between a copy and its event', async () => {
    const log = tenant();
    const faults = new Faults();
    const store = new FaultyEventStore(notaries.store, notaries.database, faults, true);
    faults.dieBefore = (stream) => stream.startsWith('notary-copies-');
    await notaries.append(log, customer(), 5);
    const targets = [outside.bucketTarget, outside.witnessTarget];
    await notaries.start(store, outside.options(targets));
    const key = () => [...outside.bucket.objects.keys()].some((each) => each.includes(originOf(log)));
    await until(() => key() && outside.witness.remembered.has(originOf(log)), 'both have it');
    expect(await outside.copied(log)).toEqual({});
    await notaries.stop();
    await notaries.start(undefined, outside.options(targets));
    await outside.caughtUp(log, 'bucket', 'witness');
    expect(await outside.problems(log)).toEqual([]);
  });

  it('by the active one of two instances; the other goes on where it ended', async () => {
    const log = tenant();
    const targets = () => outside.options([outside.bucketTarget, outside.witnessTarget]);
    const first = await notaries.start(undefined, targets());
    await until(() => first.state === 'active', 'the first is active');
    const second = await notaries.start(undefined, targets());
    await until(() => second.state === 'standby', 'the second stands by');
    await notaries.append(log, customer(), 5);
    await outside.caughtUp(log, 'bucket', 'witness');
    await first.stop();
    await notaries.append(log, customer(), 5);
    await outside.caughtUp(log, 'bucket', 'witness');
    expect(second.state).toBe('active');
    expect(await outside.problems(log)).toEqual([]);
  });
});

describe('a target that is down', () => {
  it('delays neither the signing nor another target, its lag grows, and it gets the last checkpoint when it is back', async () => {
    const log = tenant();
    outside.bucket.isDown = true;
    const [bucket, witness] = [outside.bucketTarget, outside.witnessTarget];
    const notary = await notaries.start(undefined, outside.options([bucket, witness]));
    const [ofBucket, ofWitness] = notary.copies.targets;
    await notaries.append(log, customer(), 5);
    await outside.caughtUp(log, 'witness');
    await until(() => outside.failures('bucket') > 0, 'the bucket fails');
    notaries.laterMs = 100_000;
    await notaries.append(log, customer(), 5);
    await outside.caughtUp(log, 'witness');
    await until(() => ofBucket!.lagSeconds >= 100, 'the lag is that of the first checkpoint');
    await until(() => ofWitness!.lagSeconds < 50, 'the witness has no lag');
    expect(await outside.copied(log)).not.toHaveProperty('bucket');
    outside.bucket.isDown = false;
    notaries.laterMs += 400_000;
    await outside.caughtUp(log, 'bucket');
    await until(() => ofBucket!.lagSeconds === 0, 'the bucket has no lag');
  });
});
