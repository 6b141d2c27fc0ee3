import type { TransactionPosted } from '@probity/contracts/ledger/events';
import type { Sql } from '@probity/persistence/database';
import { realKey, resigned } from './forging';
import { forgetCheckpoints } from './signed-checkpoint';
import type { StoredEvents } from './stored-events';

interface Older {
  sql: Sql;
  events: StoredEvents;
  ledger: { id: string };
  masterKey: Buffer;
}

/** Leaves what an older version would have stored: no commits, transactions without a nonce, and no checkpoint. */
export async function asOlderVersion({ sql, events, ledger, masterKey }: Older): Promise<void> {
  const key = await realKey(sql, masterKey, ledger.id);
  await forgetCheckpoints(sql);
  let [revision, previousHash] = [0, '0'.repeat(64)];
  for (const event of await events.all()) {
    if (event.type === 'CommitChained') {
      await events.deleteFrom(event.revision);
      continue;
    }
    if (event.type === 'TransactionPosted') {
      const data = withoutNonce(JSON.parse(event.data) as TransactionPosted);
      const older = resigned(data, key, previousHash);
      await events.setData(event.revision, older);
      previousHash = older.transaction_hash;
    }
    await events.set(event.revision, 'revision', revision++);
  }
}

const withoutNonce = (data: TransactionPosted): TransactionPosted => ({
  ...data,
  payload: { ...data.payload, nonce: undefined },
});
