import { randomUUID } from 'node:crypto';
import { formatCheckpoint } from '@probity/ledger-verification/checkpoint';
import { leafHash } from '@probity/ledger-verification/merkle-tree';
import { signNote } from '@probity/platform/transparency/sign-note';
import type { TestDatabase } from '../../../testing/test-database';
import { originOf } from '../logs/decide-checkpoint';
import type { Notary } from '../notary';
import type { NotaryFixture } from '../testing/notary-suite';
import { keyOfNote } from './bucket/bucket-target';
import { type CopyTarget, nameOf } from './copy-target';
import { type CopiesFixture, until } from './testing/copies-fixture';
import { withCopies } from './testing/with-copies';
import { endlessly, type Reply, slowly } from './testing/outside-server';

let test: TestDatabase;
let notaries: NotaryFixture;
let outside: CopiesFixture;
let log: string;
const OTHER_ROOT = leafHash('another tree');

withCopies((...started) => ([test, notaries, outside] = started));
beforeEach(() => {
  log = randomUUID();
});

/** A notary that copied the log to the target, and was stopped. */
async function copiedTo(target: CopyTarget): Promise<Notary> {
  await append();
  const notary = await notaries.start(undefined, outside.options([target]));
  await outside.caughtUp(log, target.kind);
  await notaries.stop();
  return notary;
}
const append = () => notaries.append(log, `customer-${randomUUID()}`, 5);
/** What a later or another state of the log was signed as. */
async function signed(notary: Notary, size: number): Promise<string> {
  const { signers } = await notary.keys.of(log);
  return signNote(formatCheckpoint({ origin: originOf(log), size, root: OTHER_ROOT }), {
    name: originOf(log),
    privateKey: signers.at(-1)!.privateKey,
  });
}
const store = (size: number, note: string): void => {
  const object = { body: Buffer.from(note), mode: 'COMPLIANCE', retainUntil: new Date('2099-01-01') };
  outside.bucket.objects.set(`probity-1/${keyOfNote(originOf(log), size)}`, object);
};
const stops = () => until(async () => (await outside.problems(log)).length > 0, 'the log stops');

describe('a log that was restored to an older state, or rewritten', () => {
  it('is not waited for one by one at the start while the target fails', async () => {
    const notary = await copiedTo(outside.witnessTarget);
    const other = randomUUID();
    await notaries.append(other, `customer-${randomUUID()}`, 1);
    await notaries.start();
    await notaries.caughtUp(other);
    outside.witness.isDown = true;
    const before = outside.witness.requests;
    const target = nameOf(outside.witnessTarget);
    const stopped = new Map([
      [log, target],
      [other, target],
      [randomUUID(), null],
    ]);
    const allowed = await notary.copies.allowed(stopped, new AbortController().signal);
    expect([...allowed]).toEqual([...stopped.keys()].slice(2));
    expect(outside.witness.requests).toBe(before + 1);
  });

  it('stops also when the public key in the table of keys was changed', async () => {
    const notary = await copiedTo(outside.bucketTarget);
    const size = await outside.size(log);
    store(size + 50, await signed(notary, size + 50));
    await test.owner.query("UPDATE notary.keys SET public_key = decode(repeat('11', 32), 'hex') WHERE log = $1", [log]);
    await notaries.start(undefined, outside.options([outside.bucketTarget]));
    await stops();
  });

  it('stops when a bucket has a larger checkpoint; others go on, operators get a notice, a restart changes nothing', async () => {
    const notary = await copiedTo(outside.bucketTarget);
    const size = await outside.size(log);
    store(size + 50, await signed(notary, size + 50));
    await notaries.start(undefined, outside.options([outside.bucketTarget]));
    await stops();
    const problem = `bucket archive has a checkpoint of ${size + 50} events, and the log has only ${size}`;
    expect(await outside.problems(log)).toEqual([{ problem, outside: 'bucket archive' }]);
    const notices = () =>
      test.owner.query('SELECT FROM platform.contradictions WHERE stream = $1', [`notary-log-${log}`]);
    await until(async () => (await notices()).rowCount === 1, 'operators get a notice');

    await append();
    const other = randomUUID();
    await notaries.append(other, `customer-${randomUUID()}`, 2);
    await outside.caughtUp(other, 'bucket');
    expect(await outside.size(log)).toBe(size);
    await notaries.stop();

    outside.bucket.isDown = true; // then it is not known whether the log may go on
    await notaries.start(undefined, outside.options([outside.bucketTarget]));
    await notaries.append(other, `customer-${randomUUID()}`, 2);
    await notaries.caughtUp(other);
    expect(await outside.size(log)).toBe(size);
    await notaries.stop();

    await notaries.start(undefined, outside.options([])); // the operator gives the target up
    await notaries.caughtUp(log);
    await until(async () => (await outside.problems(log)).length === 0, 'the log goes on'); // after its events are in it
    await notaries.expectSound(log);
  });

  it('stops when a bucket has another tree of an earlier size, also if the table of copies is lost', async () => {
    const notary = await copiedTo(outside.bucketTarget);
    await append();
    await notaries.start();
    await notaries.caughtUp(log);
    await notaries.stop();
    store(4, await signed(notary, 4));
    for (const key of outside.bucket.objects.keys())
      if (key.includes(originOf(log)) && !key.endsWith('/0000000000000004')) outside.bucket.objects.delete(key);
    await test.owner.execute('TRUNCATE notary.copies');
    await notaries.start(undefined, outside.options([outside.bucketTarget]));
    await stops();
    expect((await outside.problems(log))[0]!.problem).toMatch(/bucket archive has another tree of 4 events/);
  });

  it('stops when a witness is ahead', async () => {
    await copiedTo(outside.witnessTarget);
    const size = await outside.size(log);
    outside.witness.remembered.set(originOf(log), { size: 900, root: OTHER_ROOT });
    await notaries.start(undefined, outside.options([outside.witnessTarget]));
    await stops();
    const problem = `witness witness.example/one cosigned a checkpoint of 900 events, and the log has only ${size}`;
    expect(await outside.problems(log)).toEqual([{ problem, outside: 'witness witness.example/one' }]);
  });

  it.each([
    ['of the same size', 0],
    ['of an earlier size', 1],
  ])(
    'stops when a witness has another tree %s, and goes on after a restart when the witness agrees',
    async (_what, less) => {
      await copiedTo(outside.witnessTarget);
      const size = await outside.size(log);
      const before = outside.witness.remembered.get(originOf(log))!;
      outside.witness.remembered.set(originOf(log), { size: size - less, root: OTHER_ROOT });
      await notaries.start(undefined, outside.options([outside.witnessTarget]));
      await stops();
      const [stopped] = await outside.problems(log);
      expect(stopped!.problem).toContain(`witness.example/one cosigned another tree of ${size - less} events`);
      await notaries.stop();

      outside.witness.remembered.set(originOf(log), before);
      await append();
      await notaries.start(undefined, outside.options([outside.witnessTarget]));
      await outside.caughtUp(log, 'witness');
      expect(await outside.problems(log)).toEqual([]);
    },
  );

  it('goes on while its tables are being filled again, and have fewer events than a copy', async () => {
    await copiedTo(outside.bucketTarget);
    const table = await test.owner.query<{ row: object }>(
      'SELECT to_json(l) AS row FROM notary.logs l WHERE log = $1',
      [log],
    );
    expect(table.rows).toHaveLength(1);
    await append();
    await notaries.start(undefined, outside.options([outside.bucketTarget]));
    await outside.caughtUp(log, 'bucket');
    await notaries.stop();
    const older =
      'UPDATE notary.logs SET (tree_size, checkpoint, revision) = ' +
      '(SELECT tree_size, checkpoint, revision FROM json_populate_record(NULL::notary.logs, $2)) WHERE log = $1';
    await test.owner.query(older, [log, JSON.stringify(table.rows[0]!.row)]);
    await notaries.start(undefined, outside.options([outside.bucketTarget]));
    await until(() => outside.failures('bucket') > 0, 'the comparison is put off');
    expect(await outside.problems(log)).toEqual([]);
  });

  it('goes on when a bucket has a note that it did not sign, which is a failure of the target', async () => {
    await copiedTo(outside.bucketTarget);
    store(900, 'probity/tenant/0\n900\nLWtX9mAPGIw7qMtQcxrLBWe8tYOMCLfFfS/4tnW+41k=\n\n— a 3q2+7wAA\n');
    await notaries.start(undefined, outside.options([outside.bucketTarget]));
    await append();
    await notaries.caughtUp(log);
    await until(() => outside.failures('bucket') > 0, 'the bucket fails');
    expect(await outside.problems(log)).toEqual([]);
  });
});

describe('wrong replies stop no log, and count as no copy', () => {
  beforeEach(() => void (outside.timeoutMs = 3_000)); // some wait for a reply that does not come

  const cosigned =
    (line: string): Reply =>
    (_request, _body, response) =>
      void response.writeHead(200).end(line);
  const page: Reply = (_request, _body, response) => void response.writeHead(200).end('<html>maintenance</html>');
  const redirect: Reply = (_request, _body, response) =>
    void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();

  it.each<[string, () => Reply]>([
    ['a page', () => page],
    ['no lines', () => cosigned('')],
    ['a cosignature of another note', () => cosigned(outside.witness.cosign('another\n1\nnote\n'))],
    ['a redirect', () => redirect],
    ['a reply without end', () => endlessly()],
    ['a reply that does not come', () => slowly],
    ['an unknown log', () => (_request, _body, response) => void response.writeHead(404).end()],
    ['an unknown key', () => (_request, _body, response) => void response.writeHead(403).end()],
    ['a size that is no number', () => (_request, _body, response) => void response.writeHead(409).end('many')],
  ])('of a witness: %s', async (_what, reply) => {
    outside.witness.instead = reply();
    await append();
    await notaries.start(undefined, outside.options([outside.witnessTarget]));
    await until(() => outside.failures('witness') > 0, 'the witness fails');
    await notaries.caughtUp(log);
    expect(await outside.copied(log)).toEqual({});
    expect(await outside.problems(log)).toEqual([]);
    outside.witness.instead = undefined;
    notaries.laterMs = 200_000;
    await outside.caughtUp(log, 'witness');
  });

  it.each<[string, () => Reply]>([
    ['a redirect', () => redirect],
    ['a reply without end', () => endlessly({ 'content-type': 'application/xml' })],
    ['a reply that does not come', () => slowly],
    ['a refusal', () => (_request, _body, response) => void response.writeHead(403).end()],
  ])('of a bucket: %s', async (_what, reply) => {
    outside.bucket.instead = reply();
    await append();
    await notaries.start(undefined, outside.options([outside.bucketTarget]));
    await until(() => outside.failures('bucket') > 0, 'the bucket fails');
    await notaries.caughtUp(log);
    expect(await outside.copied(log)).toEqual({});
    expect(await outside.problems(log)).toEqual([]);
    outside.bucket.instead = undefined;
    notaries.laterMs = 200_000;
    await outside.caughtUp(log, 'bucket');
  });
});
