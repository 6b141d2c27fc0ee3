import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { TransactionPosted } from '@probity/contracts/ledger/events';
import type { Sql } from '@probity/persistence/database';
import { Sealer } from '@probity/platform/sealing';
import { contentHash, sign, transactionHash } from '../../apps/ledger/posting/chain';
import type { StoredEvents } from './stored-events';

/** Returns a key that a forger could make up. */
export const madeUpKey = (): KeyObject => createSecretKey(randomBytes(32));

/** Returns the ledger's real key, which cannot be read without the master key. */
export async function realKey(sql: Sql, masterKey: Buffer, ledgerId: string): Promise<KeyObject> {
  const { rows } = await sql.query<{ id: string; sealed: Buffer }>(
    'SELECT id, sealed FROM ledger.signing_keys WHERE ledger_id = $1',
    [ledgerId],
  );
  const { id, sealed } = rows[0]!;
  return createSecretKey(new Sealer(masterKey).open(sealed, `ledger-signing-key/${ledgerId}/${id}`));
}

/** Returns the posting with recomputed hashes and signature, so that it is consistent in itself. */
export function resigned(data: TransactionPosted, key: KeyObject, previousHash: string): TransactionPosted {
  const link = { ...data, previous_hash: previousHash, content_hash: contentHash(data.payload) };
  const transaction_hash = transactionHash(link);
  return { ...link, transaction_hash, signature: sign(transaction_hash, key) };
}

/** Changes the posting at a revision and recomputes the whole chain after it, signed with the key. */
export async function rewriteChain(
  events: StoredEvents,
  from: number,
  key: KeyObject,
  change: (data: TransactionPosted) => TransactionPosted,
): Promise<void> {
  let previousHash: string | undefined;
  for (const { revision, type } of await events.all()) {
    if (revision < from || type !== 'TransactionPosted') continue;
    const data = (await events.dataAt(revision)) as TransactionPosted;
    const changed = revision === from ? change(data) : data;
    const forged = resigned(changed, key, previousHash ?? changed.previous_hash);
    await events.setData(revision, forged);
    previousHash = forged.transaction_hash;
  }
}
