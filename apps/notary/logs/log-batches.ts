import type { NewLeaf } from '../leaves/sort-out';

/** One append has at most so much, because servers of EventStoreDB refuse appends of more than a megabyte. */
const MAX_LEAVES = 1_000;
const MAX_BYTES = 300_000;
const MAX_LEDGERS = 300;

/** Divides leaves into parts that one append can have. */
export function* inBatches(leaves: NewLeaf[]): Iterable<NewLeaf[]> {
  let batch: NewLeaf[] = [];
  let bytes = 0;
  const ledgers = new Set<string>();
  for (const one of leaves) {
    const size = Buffer.byteLength(JSON.stringify(one.leaf));
    const isFull = batch.length === MAX_LEAVES || bytes + size > MAX_BYTES || ledgers.size === MAX_LEDGERS;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      bytes = 0;
      ledgers.clear();
    }
    batch.push(one);
    bytes += size;
    if (one.ledger) ledgers.add(one.ledger.id);
  }
  if (batch.length > 0) yield batch;
}
