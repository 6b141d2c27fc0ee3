import { randomUUID } from 'node:crypto';
import { asAnswer, type EventStore, NO_STREAM, type RecordedEvent, WrongExpectedRevision } from '../event-store';

/** The first event of this stream contains the id of an EventStoreDB. The id stays when the address changes. */
const STREAM = 'probity-store';
const TYPE = 'StoreIdentified';

/** The id of the store; undefined when it has none yet. */
export async function findStoreId(store: EventStore): Promise<string | undefined> {
  for await (const [event] of store.readStream(STREAM, { to: 0 })) if (event) return idIn(event);
  return undefined;
}

/** Gives the store an id, unless another process has just done so. Returns the id that was stored. */
export async function giveStoreId(store: EventStore): Promise<string> {
  const id = randomUUID();
  try {
    await store.append(STREAM, NO_STREAM, [{ id: randomUUID(), type: TYPE, data: { id } }], async () => {});
    return id;
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw asAnswer(error);
    return (await findStoreId(store)) ?? Promise.reject(error);
  }
}

function idIn({ type, data }: RecordedEvent): string {
  const id = (data as { id?: unknown } | undefined)?.id;
  if (type === TYPE && typeof id === 'string') return id;
  throw new Error(
    `the first event of the stream ${STREAM} in the event store is not the ${TYPE} that Probity writes; ` +
      'another program has written to the stream, so this event store cannot be identified',
  );
}
