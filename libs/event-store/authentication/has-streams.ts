import type { EventStore } from '../event-store';

/** Whether there is a stream whose name begins with one of these. */
export async function hasStreams(store: EventStore, prefixes: readonly string[]): Promise<boolean> {
  for (const prefix of prefixes) {
    for await (const _ of store.listStreams(prefix)) return true;
  }
  return false;
}
