import type { Message } from 'kafkajs';
import { factType, type PublishedStreams } from '@probity/contracts/facts';
import { FACT_HEADERS, HEADERS, JSON_CONTENT, SPEC_VERSION } from '@probity/contracts/headers';
import { namesItsStream } from '@probity/contracts/own-stream';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { isObject } from '@probity/platform/is-object';

/**
 * The published form of an event. The header `ce_id` is the id of the event, so that consumers recognise duplicates.
 * `ce_subject` is the stream, and `ce_revision` is the position of the event in the stream.
 *
 * @param againFor the service for which the fact is published again
 */
export function factMessage(streams: PublishedStreams, event: RecordedEvent, againFor?: string): Message {
  const data = event.data as Record<string, unknown>;
  const { withheld = [] } = streams.facts.find(({ type }) => type === event.type) ?? {};
  const published = withheld.length === 0 ? data : omit(data, withheld);
  const traceparent = traceparentOf(event);
  const time = occurredAt(data);
  return {
    key: event.stream.slice(streams.prefix.length),
    value: JSON.stringify(published),
    headers: {
      [HEADERS.specVersion]: SPEC_VERSION,
      [HEADERS.id]: event.id,
      [HEADERS.type]: factType(streams, event.type),
      [HEADERS.source]: `/probity/${streams.service}`,
      ...(time === undefined ? {} : { [HEADERS.time]: time }),
      [HEADERS.subject]: event.stream,
      [HEADERS.revision]: String(event.revision),
      [HEADERS.contentType]: JSON_CONTENT,
      ...(traceparent === undefined ? {} : { [HEADERS.traceparent]: traceparent }),
      ...(againFor === undefined ? {} : { [FACT_HEADERS.againFor]: againFor }),
    },
  };
}

/** Another program, or a person who owns the event store, may have written metadata of any form. */
export function traceparentOf({ metadata }: Pick<RecordedEvent, 'metadata'>): string | undefined {
  const traceparent: unknown = metadata?.traceparent;
  return typeof traceparent === 'string' ? traceparent : undefined;
}

/** What the log says of an event that cannot be read. */
export const UNREADABLE = 'an event cannot be read and is not published; verify its stream';

/**
 * Whether Probity wrote the event, and it can be read: its data name the stream. An event is unreadable only if it was
 * tampered with. Services of a newer version may write types that this one does not know.
 */
export const isPublishable = ({ stream, data, isForeign }: RecordedEvent): boolean =>
  !isForeign && isObject(data) && namesItsStream(stream, data);

/** Every event has one field with the time when it happened, such as `posted_at`. */
function occurredAt(data: Record<string, unknown>): string | undefined {
  const field = Object.keys(data).find((name) => name.endsWith('_at'));
  const time = field === undefined ? undefined : data[field];
  return typeof time === 'string' ? time : undefined;
}

function omit(data: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !fields.includes(name)));
}
