import { isObject } from '@probity/platform/is-object';
import type { RecordedEvent } from '../event-store';
import { parseOwnJson } from '../own-json';

export const CHUNK_SIZE = 500;
/** A read ends early after this, because an event may have a megabyte: it is parsed on the main thread. */
export const CHUNK_BYTES = 4_194_304;

/** Much more than the largest event has. V8 has no strings over 512 MB, and Postgres stores a gigabyte. */
export const MAX_DATA_BYTES = 16 * 1024 * 1024;
/** Much more than any type and any metadata have. */
export const MAX_WORD_BYTES = 65_536;

/** What readers see of a higher revision: Probity reaches neither. */
export const MAX_REVISION = Number.MAX_SAFE_INTEGER;

/** What readers see of a type that is too long: longer than each of Probity's, so that it is none of them. */
const SHOWN_OF_TYPE = 200;

/** Whether Probity can have written a row. Postgres knows the length of a text without reading it. */
const IS_POSSIBLE = `
  octet_length(data) <= ${MAX_DATA_BYTES} AND octet_length(type) <= ${MAX_WORD_BYTES}
  AND coalesce(octet_length(metadata), 0) <= ${MAX_WORD_BYTES}
  AND revision >= 0 AND revision < ${MAX_REVISION}`;

/** The size of an EventRow. */
export const ROW_BYTES = `(octet_length(stream) + CASE WHEN ${IS_POSSIBLE}
  THEN octet_length(type) + octet_length(data) + coalesce(octet_length(metadata), 0) ELSE 0 END)`;

/**
 * The columns of an EventRow. Of a row that Probity cannot have written, a reader gets no content, a revision that is
 * an exact number, and the beginning of the type.
 */
export const ROW_COLUMNS = `
  stream, id, least(greatest(revision, 0), ${MAX_REVISION}) AS revision,
  CASE WHEN ${IS_POSSIBLE} THEN type ELSE left(type, ${SHOWN_OF_TYPE}) END AS type,
  CASE WHEN ${IS_POSSIBLE} THEN data END AS data,
  CASE WHEN ${IS_POSSIBLE} THEN metadata END AS metadata`;

/** A row of `event_store.events`. */
export interface EventRow {
  stream: string;
  revision: string;
  id: string;
  type: string;
  /** null when Probity cannot have written the row */
  data: string | null;
  metadata: string | null;
}

/** The reader gets an event that was tampered with, or that Probity cannot have written, with `data` undefined. */
export function toEvent({ stream, revision, id, type, data, metadata }: EventRow): RecordedEvent {
  const event = { id, type, data: data === null ? undefined : parseOwnJson(data), stream, revision: Number(revision) };
  if (metadata === null) return event;
  const read = parseOwnJson(metadata);
  // Metadata of another form were not written by Probity either.
  return isObject(read) ? { ...event, metadata: read } : { ...event, data: undefined };
}
