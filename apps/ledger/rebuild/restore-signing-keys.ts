import type { EventStore } from '@probity/event-store/event-store';
import type { Database } from '@probity/persistence/database';
import { invalid } from '@probity/platform/errors';
import { SIGNING_KEY, SigningKeyUnreadable } from '../signing/signing-key';

/**
 * Inserts the rows of signing keys that are missing. It deletes none: a row may be all that is left of a key.
 *
 * @throws Refusal `signing_key_changed` at the end, when a row differs from its event or an event is damaged
 */
export async function restoreSigningKeys(events: EventStore, database: Database): Promise<void> {
  let changed: SigningKeyUnreadable | undefined;
  for await (const stream of events.listStreams(SIGNING_KEY.prefix)) {
    for await (const chunk of events.readStream(stream)) {
      try {
        await database.transaction((sql) => SIGNING_KEY.projection(sql, chunk, false));
      } catch (error) {
        if (!(error instanceof SigningKeyUnreadable)) throw error;
        changed = error;
      }
    }
  }
  if (changed) {
    throw invalid('signing_key_changed', changed.message);
  }
}
