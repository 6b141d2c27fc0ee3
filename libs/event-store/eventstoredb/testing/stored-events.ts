import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database';
import { type Checkpoint, type InlineProjection, type NewEvent, type RecordedEvent } from '../../event-store';
import { Connection } from '../connection';
import { EventStoreDbEventStore } from '../eventstoredb-event-store';
import { StandIn } from './stand-in/stand-in';

// A spec that imports this file gets an event store on its own server.

export const realServer = process.env.EVENTSTORE_URL;
export const NONE: InlineProjection = async () => {};
export const newEvents = (count: number, type = 'Happened'): NewEvent[] =>
  Array.from({ length: count }, (_, n) => ({ id: randomUUID(), type, data: { n } }));
export const idsOf = (events: { id: string }[]): string[] => events.map(({ id }) => id);

export let database: TestDatabase;
export let standIn: StandIn;
export let store: EventStoreDbEventStore;
export let url: string;
const opened: Connection[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  if (!realServer) standIn = await StandIn.start();
  url = realServer ?? standIn.connectionString;
  store = open(url);
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await standIn?.stop();
  await database.drop();
});

export function open(connectionString: string): EventStoreDbEventStore {
  const connection = new Connection(connectionString);
  opened.push(connection);
  return new EventStoreDbEventStore(connection, database.owner);
}

export async function read(stream: string, from = store): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const chunk of from.readStream(stream)) events.push(...chunk);
  return events;
}

/** Subscribes and reads until it has seen `count` events. */
export async function readOn(prefix: string, count: number, after?: Checkpoint, from = store) {
  const enough = new AbortController();
  const events: RecordedEvent[] = [];
  const checkpoints: Checkpoint[] = [];
  for await (const batch of from.subscribe(prefix, after, enough.signal)) {
    events.push(...batch.events);
    checkpoints.push(batch.checkpoint);
    if (events.length >= count) enough.abort();
  }
  return { events, checkpoints };
}

export async function until(condition: () => boolean, what: string): Promise<void> {
  for (const limit = Date.now() + 15_000; !condition();) {
    if (Date.now() > limit) throw new Error(`timed out while waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Repeats the attempt until it succeeds, like a caller whose append has an unknown outcome. */
export async function insist<T>(attempt: () => Promise<T>): Promise<T> {
  for (const limit = Date.now() + 20_000; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > limit) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
