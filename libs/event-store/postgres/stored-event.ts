import { isObject } from '@probity/platform/is-object';
import { dataText } from '../data-text';
import type { RecordedEvent } from '../event-store';

export const CHUNK_SIZE = 500;
/** A read ends early after this, because an event may have a megabyte: it is parsed on the main thread. */
export const CHUNK_BYTES = 4_194_304;

/** A row of `event_store.events`. */
export interface EventRow {
  stream: string;
  revision: string;
  id: string;
  type: string;
  data: string;
  metadata: string | null;
}

/**
 * Probity stores exactly the text that JSON.stringify returns. Any other text, for example with a duplicated key, was
 * tampered with. The reader gets such an event with `data` undefined, and the read continues.
 */
export function toEvent({ stream, revision, id, type, data, metadata }: EventRow): RecordedEvent {
  const event = { id, type, data: parse(data), stream, revision: Number(revision) };
  if (metadata === null) return event;
  const read = parse(metadata);
  // Metadata of another form were not written by Probity either.
  return isObject(read) ? { ...event, metadata: read } : { ...event, data: undefined };
}

function parse(text: string): unknown {
  try {
    const data: unknown = JSON.parse(text);
    return dataText(data) === text ? data : undefined;
  } catch {
    return undefined;
  }
}
