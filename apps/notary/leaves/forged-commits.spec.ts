import { randomBytes, randomUUID } from 'node:crypto';
import { proveNewLeaves } from '@probity/ledger-verification/make-proofs';
import { appendLeaf, EMPTY_TREE, levelsOf, rootOf } from '@probity/ledger-verification/merkle-tree';
import { toBase64 } from '@probity/ledger-verification/encoding';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { tamper } from '../../../testing/tamper';
import { CHECKPOINT_KEY } from '../keys/checkpoint-key';
import { LedgerEvents, NotaryFixture } from '../testing/notary-suite';

let test: TestDatabase;
let notaries: NotaryFixture;
let tenant: string;
let book: LedgerEvents;

beforeEach(async () => {
  test = await createTestDatabase();
  notaries = await NotaryFixture.on(test);
  tenant = randomUUID();
  book = new LedgerEvents(tenant, notaries.writer);
  await commit(5);
});
afterEach(async () => {
  await notaries.stop();
  await test.drop();
});

/** Appends a commit of the ledger. */
async function commit(transactions: number, changed: object = {}): Promise<void> {
  const appended = notaries.appended.get(tenant) ?? [];
  notaries.appended.set(tenant, [...appended, await book.commit(transactions, changed)]);
}

const stoppedStreams = async (): Promise<string[]> =>
  (await test.owner.query<{ problem: string }>('SELECT problem FROM notary.stopped_streams')).rows.map(
    ({ problem }) => problem,
  );
const stoppedLogs = async (): Promise<string[]> =>
  (await test.owner.query<{ problem: string }>('SELECT problem FROM notary.stopped_logs')).rows.map(
    ({ problem }) => problem,
  );

/** Waits until a query returns something. */
async function found(query: () => Promise<string[]>): Promise<string[]> {
  for (const limit = Date.now() + 20_000; ;) {
    const rows = await query();
    if (rows.length > 0) return rows;
    if (Date.now() > limit) throw new Error('nothing stopped');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** An invented tree of this size, in the form of a commit. */
const invented = (size: number): { tree_size: number; frontier: string[] } => ({
  tree_size: size,
  frontier: levelsOf(size).map(() => toBase64(randomBytes(32))),
});

const NOT_CONTINUED = /the tree of commit \d+ does not continue the one that was signed/;

describe('a commit whose tree does not continue the signed one is not signed', () => {
  const forged: [string, () => object][] = [
    ['of another history, with the proof of another one', () => invented(6)],
    ['without a proof, so that its events are read', () => ({ ...invented(6), growth: undefined })],
    ['with an empty proof', () => ({ ...invented(8), growth: [] })],
    ['with a proof that is none', () => ({ ...invented(8), growth: ['x', { y: 1 }] })],
    ['with a proof that is no list', () => ({ ...invented(8), growth: 'x' })],
    ['with many more transactions', () => invented(1_000_000)],
  ];
  it.each(forged)('%s', async (_what, changed) => {
    await notaries.start();
    await notaries.caughtUp(tenant);
    const before = await book.signed(test.owner);
    await book.commit(1, changed());
    expect(await found(stoppedStreams)).toEqual([expect.stringMatching(NOT_CONTINUED)]);
    expect(await book.signed(test.owner)).toEqual(before);
    expect(await stoppedLogs()).toEqual([]);
  });
});

it('a commit of an older version, which has no proof, is proven by its events', async () => {
  await notaries.start();
  await notaries.caughtUp(tenant);
  await commit(3, { growth: undefined });
  await notaries.caughtUp(tenant);
  expect(await stoppedStreams()).toEqual([]);
  expect((await book.signed(test.owner))!.size).toBe(8);
});

it('a row of the last checkpoint that was forged, so that another history continues it, stops the log', async () => {
  const first = await notaries.start();
  await notaries.caughtUp(tenant);
  await first.stop();
  const other = [1, 2, 3, 4, 5].reduce((tree) => appendLeaf(tree, randomBytes(32)), EMPTY_TREE);
  const leaf = randomBytes(32);
  const growth = proveNewLeaves(other, [leaf]).map(toBase64);
  await tamper(
    test.owner,
    'UPDATE notary.ledger_checkpoints SET checkpoint = replace(checkpoint, $1, $2)',
    (await book.signed(test.owner))!.root,
    toBase64(rootOf(other)),
  );
  const frontier = appendLeaf(other, leaf).hashes.map(toBase64);
  await book.commit(1, { tree_size: 6, frontier, growth });
  await notaries.start();
  expect(await found(stoppedLogs)).toEqual([expect.stringMatching(/has no signed checkpoint/)]);
});

it('a damaged key of a log keeps no other log waiting, also after a restart', async () => {
  const first = await notaries.start();
  await notaries.caughtUp(tenant);
  await first.stop();
  const key = CHECKPOINT_KEY.stream(tenant);
  await tamper(test.owner, "UPDATE event_store.events SET data = '{}' WHERE stream = $1", key);
  const other = randomUUID();
  await book.commit(1);
  notaries.appended.set(other, [await new LedgerEvents(other, notaries.writer).commit(1)]);
  const second = await notaries.start();
  await notaries.caughtUp(other);
  expect(await found(stoppedLogs)).toHaveLength(1);
  await second.stop();
  await book.commit(1);
  await notaries.append(other, `customer-${randomUUID()}`);
  await notaries.start();
  await notaries.caughtUp(other);
});
