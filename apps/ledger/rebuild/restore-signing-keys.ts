import type { EventStore } from '@probity/event-store/event-store';
import type { Database } from '@probity/persistence/database';
import { isUnavailable } from '@probity/persistence/unavailable';
import { invalid, type Refusal } from '@probity/platform/errors';
import { SIGNING_KEY } from '../signing/signing-key';

/**
 * Inserts the rows of signing keys that are missing. It deletes none: a row may be all that is left of a key.
 *
 * Returns the Refusal `signing_key_changed` when a row differs from its event, or an event is damaged or unknown.
 */
export async function restoreSigningKeys(events: EventStore, database: Database): Promise<Refusal | undefined> {
  let changed: Error | undefined;
  for await (const stream of events.listStreams(SIGNING_KEY.prefix)) {
    for await (const chunk of events.readStream(stream)) {
      try {
        await database.transaction((sql) => SIGNING_KEY.projection(sql, chunk, false));
      } catch (error) {
        if (isUnavailable(error)) throw error;
        changed = error as Error;
      }
    }
  }
  return changed && invalid('signing_key_changed', changed.message);
}
