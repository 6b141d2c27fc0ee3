import { refuseDamaged } from '@probity/event-store/damaged';
import type { EventStore } from '@probity/event-store/event-store';
import type { Database } from '@probity/persistence/database';
import { isUnavailable } from '@probity/persistence/unavailable';
import { invalid, type Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import { SIGNING_KEY, SigningKeyUnreadable } from '../signing/signing-key';

interface RestoredKeys {
  /** streams that cannot be projected */
  failed: number;
  /** `signing_key_changed`, when a row differs from its event */
  changed: Refusal | undefined;
}

/** Inserts the rows of signing keys that are missing. It deletes none: a row may be all that is left of a key. */
export async function restoreSigningKeys(
  events: EventStore,
  database: Database,
  logger: Logger,
): Promise<RestoredKeys> {
  const restored: RestoredKeys = { failed: 0, changed: undefined };
  for await (const stream of events.listStreams(SIGNING_KEY.prefix)) {
    try {
      for await (const chunk of events.readStream(stream)) {
        refuseDamaged(chunk);
        await database.transaction((sql) => SIGNING_KEY.projection(sql, chunk, false));
      }
    } catch (err) {
      if (isUnavailable(err)) throw err;
      if (err instanceof SigningKeyUnreadable) restored.changed ??= invalid('signing_key_changed', err.message);
      else {
        restored.failed++;
        logger.error({ err, stream }, 'signing keys cannot be projected; their rows stay as they are');
      }
    }
  }
  return restored;
}
