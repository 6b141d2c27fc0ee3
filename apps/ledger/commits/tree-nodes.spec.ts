import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { proveConsistency, proveInclusion } from '@probity/ledger-verification/make-proofs';
import { verifyConsistency, verifyInclusion } from '@probity/ledger-verification/merkle-proofs';
import { appendLeaf, EMPTY_TREE, type Frontier, leafHash, rootOf } from '@probity/ledger-verification/merkle-tree';
import { leafText } from '@probity/ledger-verification/transaction-leaf';
import { hashesOfLedger } from '@probity/read-side/ledger/ledger-tree';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TreeNodes } from './tree-nodes';

/** More than 2^16, so that there are nodes of two levels, and neither a multiple of 256. */
const SIZE = 65_536 + 2 * 256 + 77;
const EARLIER = [1, 255, 256, 257, 65_535, 65_536, 66_000, SIZE];
const INDICES = [0, 1, 255, 256, 40_000, 65_535, 65_536, 66_047, 66_048, SIZE - 1];

const LEDGER = `
  INSERT INTO ledger.ledgers (id, tenant_id, name, currency, signing_key_id, created_at, revision, head_position,
    head_hash, chained_revision)
  VALUES ($1, $1, 'Large', 'USD', $1, now(), $2, $2, '', $2)`;
const TRANSACTIONS = `
  INSERT INTO ledger.transactions (id, tenant_id, ledger_id, position, amount_minor, content_hash, previous_hash,
    transaction_hash, posted_at, revision)
  SELECT gen_random_uuid(), $1, $1, n, 1, sha256(n::text::bytea), sha256((n - 1)::text::bytea), '',
    '2026-03-01T10:00:00.123Z', n FROM generate_series(1, $2::int) AS n`;
const ROWS = `
  SELECT id, encode(content_hash, 'hex') AS content, encode(previous_hash, 'hex') AS previous
  FROM ledger.transactions WHERE ledger_id = $1 ORDER BY position`;

let test: TestDatabase;
let nodes: TreeNodes;
const ledgerId = randomUUID();
const leaves: Uint8Array[] = [];
/** by their sizes */
const trees = new Map<number, Frontier>();

beforeAll(async () => {
  test = await createTestDatabase();
  await test.owner.query(LEDGER, [ledgerId, SIZE]);
  await test.owner.query(TRANSACTIONS, [ledgerId, SIZE]);
  const { rows } = await test.owner.query<{ id: string; content: string; previous: string }>(ROWS, [ledgerId]);
  let tree = EMPTY_TREE;
  for (const [index, { id, content, previous }] of rows.entries()) {
    const of = { version: 1, ledger_id: ledgerId, transaction_id: id, posted_at: '2026-03-01T10:00:00.123Z' };
    const hashes = { hash_chain_position: index + 1, previous_hash: previous, content_hash: content };
    leaves.push(leafHash(leafText({ ...of, ...hashes })));
    tree = appendLeaf(tree, leaves[index]!);
    if (EARLIER.includes(tree.size)) trees.set(tree.size, tree);
  }
  nodes = new TreeNodes(test.owner, pino({ level: 'silent' }));
}, 60_000);
afterAll(() => test.drop());

const tree = (): Frontier => trees.get(SIZE)!;
const stored = async (): Promise<string> =>
  (
    await test.owner.query<{ counts: string }>(
      "SELECT string_agg(level || ':' || count, ' ' ORDER BY level) AS counts FROM (SELECT level, count(*) FROM ledger.tree_nodes WHERE ledger_id = $1 GROUP BY level) l",
      [ledgerId],
    )
  ).rows[0]!.counts;

async function expectProofs(): Promise<void> {
  const read = hashesOfLedger(test.owner, ledgerId);
  for (const index of INDICES) {
    const proof = await proveInclusion(tree(), index, read);
    expect([index, verifyInclusion(leaves[index]!, index, SIZE, proof, rootOf(tree()))]).toEqual([index, true]);
  }
  for (const size of EARLIER) {
    const proof = await proveConsistency(tree(), size, read);
    expect([size, verifyConsistency(size, rootOf(trees.get(size)!), SIZE, rootOf(tree()), proof)]).toEqual([
      size,
      true,
    ]);
  }
}

describe('the stored nodes of a large ledger', () => {
  it('are those of its complete subtrees, and prove each of its transactions and each earlier tree', async () => {
    await Promise.all([nodes.fill(ledgerId), nodes.fill(ledgerId)]);
    expect(await stored()).toBe('8:258 16:1');
    await expectProofs();
  });

  it('are computed again when one of them is missing', async () => {
    await test.owner.query('DELETE FROM ledger.tree_nodes WHERE ledger_id = $1 AND index = 3', [ledgerId]);
    await nodes.fill(ledgerId);
    expect(await stored()).toBe('8:258 16:1');
    await expectProofs();
  });

  it('are completed by the writer, with the missing ones before them', async () => {
    const of = 'ledger_id = $1 AND level = 8 AND index > 255';
    const rows = `SELECT level, index::float8 AS index, hash FROM ledger.tree_nodes WHERE ${of} ORDER BY index`;
    const completed = (await test.owner.query<{ level: number; index: number; hash: Buffer }>(rows, [ledgerId])).rows;
    await test.owner.query(`DELETE FROM ledger.tree_nodes WHERE ${of}`, [ledgerId]);
    nodes.grown(ledgerId, completed.slice(0, 1));
    await nodes.close();
    expect(await stored()).toBe('8:257 16:1');
    await test.owner.query(`DELETE FROM ledger.tree_nodes WHERE ${of}`, [ledgerId]);
    nodes.grown(ledgerId, completed.slice(1)); // as after a crash before the one before it was stored
    await nodes.close();
    expect(await stored()).toBe('8:258 16:1');
    expect((await test.owner.query(rows, [ledgerId])).rows).toEqual(completed);
  });

  it('are no proof of what they do not have', async () => {
    const read = hashesOfLedger(test.owner, ledgerId);
    await test.owner.query("UPDATE ledger.tree_nodes SET hash = sha256('forged') WHERE ledger_id = $1 AND index = 7", [
      ledgerId,
    ]);
    const proof = await proveInclusion(tree(), 0, read);
    expect(verifyInclusion(leaves[0]!, 0, SIZE, proof, rootOf(tree()))).toBe(false);
  });
});
