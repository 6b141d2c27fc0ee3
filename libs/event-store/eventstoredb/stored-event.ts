import type { ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { isUuid } from '@probity/platform/ids';
import { dataText } from '../data-text';
import type { RecordedEvent } from '../event-store';
import { uuidText } from './uuid';

/** An event in the form in which the server sends it. */
export type StoredEvent = ReadResp.ReadEvent.RecordedEvent;

/** The field of the metadata with Probity's id of the event. The server uses another id; see `serialize`. */
export const ID = 'id';

/** The type of the event that the server writes when a stream is deleted permanently. It has no usable revision. */
const TOMBSTONE = '$streamDeleted';

const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Probity stores exactly the text that JSON.stringify returns. Other data, such as a binary event, a link or JSON with
 * a duplicated key, was written by another program. The reader gets such an event with `data` undefined, and the read
 * continues. An event without Probity's id in its metadata, which is a UUID, was written by another program too, and is marked.
 */
export function toRecordedEvent(stored: StoredEvent): RecordedEvent {
  const attributes = stored.getMetadataMap();
  const event = {
    id: uuidText(stored.getId()),
    type: attributes.get('type') ?? '',
    data: attributes.get('content-type') === 'application/json' ? parse(stored.getData_asU8()) : undefined,
    stream: streamOf(stored),
    revision: Number(stored.getStreamRevision()),
  };
  const { [ID]: id, ...metadata } = metadataOf(stored);
  const own: RecordedEvent = isUuid(id) ? { ...event, id } : { ...event, isForeign: true };
  return Object.keys(metadata).length === 0 ? own : { ...own, metadata: metadata };
}

function metadataOf(stored: StoredEvent): Record<string, unknown> {
  const bytes = stored.getCustomMetadata_asU8();
  const metadata = bytes.length === 0 ? undefined : parse(bytes);
  return typeof metadata === 'object' && metadata !== null ? { ...metadata } : {};
}

export function streamOf(stored: StoredEvent): string {
  return Buffer.from(stored.getStreamIdentifier()!.getStreamName_asU8()).toString('utf8');
}

/**
 * Whether the event belongs to a stream that begins with the prefix and is not one of the server's own, and its type is
 * not left out. The server
 * filters too, but its comparison follows the rules of a language and ignores some characters.
 */
export function belongsTo(prefix: string, stored: StoredEvent, leftOut: readonly string[] = []): boolean {
  const stream = streamOf(stored);
  const type = stored.getMetadataMap().get('type') ?? '';
  return stream.startsWith(prefix) && !stream.startsWith('$') && type !== TOMBSTONE && !leftOut.includes(type);
}

function parse(bytes: Uint8Array): unknown {
  try {
    const json = text.decode(bytes);
    const data: unknown = JSON.parse(json);
    return dataText(data) === json ? data : undefined;
  } catch {
    return undefined;
  }
}
