import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { CommitChained, TransactionPosted } from '@probity/contracts/ledger/events';
import type { EventMetadata } from '@probity/event-store/event-store';
import { contentHash, transactionHash } from '@probity/ledger-verification/transaction-leaf';
import type { Sql } from '@probity/persistence/database';
import { Sealer } from '@probity/platform/sealing';
import { chainCommit } from '../../apps/ledger/commits/chain-commit';
import { linked, NO_EVENTS } from '../../apps/ledger/commits/event-chain';
import { sign } from '../../apps/ledger/signing/signature';
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

/** Changes the posting at a revision and recomputes both chains after it, signed with the key. */
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
  await rewriteCommits(events, from, key);
}

async function rewriteCommits(events: StoredEvents, from: number, signing_key: KeyObject): Promise<void> {
  let chain = NO_EVENTS;
  for (const event of await events.all()) {
    let data = JSON.parse(event.data) as CommitChained;
    if (event.type === 'CommitChained' && event.revision > from) {
      data = chainCommit({ ...data, signing_key }, chain, data.first_revision, data.committed_at);
      await events.setData(event.revision, data);
    }
    const metadata = event.metadata ? (JSON.parse(event.metadata) as EventMetadata) : undefined;
    chain = linked(chain, { ...event, data, metadata });
  }
}
