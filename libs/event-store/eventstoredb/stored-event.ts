import type { ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { RecordedEvent } from '../event-store';
import { uuidText } from './uuid';

/** An event in the form in which the server sends it. */
export type StoredEvent = ReadResp.ReadEvent.RecordedEvent;

/** The field of the metadata that holds our id of the event; the server's own is another. */
export const ID = 'id';

/** What the server writes at the end of a stream that is deleted for good; it has no usable revision. */
const TOMBSTONE = '$streamDeleted';

const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * What is stored by an append of ours is exactly what JSON.stringify wrote. Anything else, such as a
 * binary event, a link, or a duplicated key, was written by another program: its data reach the
 * reader as undefined and do not stop the read.
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
  const own = typeof id === 'string' ? { ...event, id } : event;
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
 * Whether the event belongs to a stream that begins with the prefix, and not to the server's own. The
 * server filters too, but compares names by the rules of a language, which overlook some characters.
 */
export function belongsTo(prefix: string, stored: StoredEvent): boolean {
  const stream = streamOf(stored);
  return stream.startsWith(prefix) && !stream.startsWith('$') && stored.getMetadataMap().get('type') !== TOMBSTONE;
}

function parse(bytes: Uint8Array): unknown {
  try {
    const json = text.decode(bytes);
    const data: unknown = JSON.parse(json);
    return JSON.stringify(data) === json ? data : undefined;
  } catch {
    return undefined;
  }
}
