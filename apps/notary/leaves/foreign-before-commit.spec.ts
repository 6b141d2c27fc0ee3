import { randomBytes, randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { ledgerStream } from '@probity/contracts/ledger/events';
import { database, store, url } from '@probity/event-store/eventstoredb/testing/stored-events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { NO_STREAM, type RecordedEvent } from '@probity/event-store/event-store';
import { Sealer } from '@probity/platform/sealing';
import { candidatesOf } from './candidate';
import { CheckpointKeys } from '../keys/checkpoint-keys';
import { loggedBefore } from './logged-before';
import { LastHeads } from './last-heads';
import { SignedHeads } from './signed-heads';
import { sortOut } from './sort-out';

const RUNNING = { log: () => false, stream: () => false };

let client: EventStoreDBClient;
beforeAll(() => (client = EventStoreDBClient.connectionString(url)));
afterAll(() => client.dispose());

it('a commit follows the one before it, if only other programs wrote the events between', async () => {
  const [ledger_id, tenant_id] = [randomUUID(), randomUUID()];
  const stream = ledgerStream(ledger_id);
  const commit = (first_revision: number) => {
    const data = { ledger_id, tenant_id, first_revision, tree_size: 0, frontier: [] };
    return { id: randomUUID(), type: 'CommitChained', data };
  };
  const posted = { id: randomUUID(), type: 'TransactionPosted', data: { ledger_id, tenant_id } };
  const foreign = [1, 2].map((n) => jsonEvent({ type: 'CommitChained', data: { n } }));
  await store.append(stream, NO_STREAM, [commit(0)], async () => {});
  await client.appendToStream(stream, foreign);
  await store.append(stream, 2, [posted, commit(3)], async () => {});
  await store.append(stream, 4, [posted, posted, commit(6)], async () => {}); // it does not cover event 5
  const events: RecordedEvent[] = [];
  for await (const chunk of store.readStream(stream)) events.push(...chunk);
  const candidates = candidatesOf(events);
  const signed = new SignedHeads(
    new CheckpointKeys(new AggregateStore(store, database.owner), new Sealer(randomBytes(32)), () => new Date()),
  );
  const heads = new LastHeads(store, signed, () => true);
  const logged = await loggedBefore(database.owner, store, heads, candidates);
  const { missing, setAside } = sortOut(candidates, logged, RUNNING);
  expect(missing.get(tenant_id)!.map(({ leaf }) => leaf[1])).toEqual([0, 4]);
  expect(setAside.get(stream)).toMatchObject({ revision: 7, problem: expect.stringMatching(/begins at 6/) });
});
