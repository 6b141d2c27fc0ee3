import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { CommitChained, TransactionPosted } from '@probity/contracts/ledger/events';
import type { EventMetadata } from '@probity/event-store/event-store';
import { contentHash, transactionHash } from '@probity/ledger-verification/transaction-leaf';
import type { Sql } from '@probity/persistence/database';
import { Sealer } from '@probity/platform/sealing';
import { chainCommit } from '../../apps/ledger/commits/chain-commit';
import { linked, NO_EVENTS } from '../../apps/ledger/commits/event-chain';
import { sign } from '../../apps/ledger/signing/signature';
import type { StoredEvent, StoredEvents } from './stored-events';

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

/** The history with a changed posting at a revision, and both chains after it recomputed and signed with the key. */
export function forgedHistory(
  events: StoredEvent[],
  from: number,
  key: KeyObject,
  change: (data: TransactionPosted) => TransactionPosted,
): StoredEvent[] {
  let previousHash: string | undefined;
  const postings = events.map((event): StoredEvent => {
    if (event.revision < from || event.type !== 'TransactionPosted') return event;
    const data = JSON.parse(event.data) as TransactionPosted;
    const changed = event.revision === from ? change(data) : data;
    const forged = resigned(changed, key, previousHash ?? changed.previous_hash);
    previousHash = forged.transaction_hash;
    return { ...event, data: JSON.stringify(forged) };
  });
  return withForgedCommits(postings, from, key);
}

/** The history with the commits after a revision recomputed and signed with the key. */
export function withForgedCommits(events: StoredEvent[], from: number, signing_key: KeyObject): StoredEvent[] {
  let chain = NO_EVENTS;
  return events.map((event): StoredEvent => {
    let data = JSON.parse(event.data) as CommitChained;
    if (event.type === 'CommitChained' && event.revision > from) {
      data = chainCommit({ ...data, signing_key }, chain, { ...data, id: event.id, growth: [] });
    }
    const metadata = event.metadata ? (JSON.parse(event.metadata) as EventMetadata) : undefined;
    chain = linked(chain, { ...event, data, metadata });
    return { ...event, data: JSON.stringify(data) };
  });
}

/** Stores a forged history. */
export async function rewriteChain(events: StoredEvents, ...how: Forged): Promise<void> {
  for (const { revision, data } of forgedHistory(await events.all(), ...how)) await events.set(revision, 'data', data);
}

type Forged = Parameters<typeof forgedHistory> extends [unknown, ...infer How] ? How : never;
