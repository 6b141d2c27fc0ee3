import type { Message } from 'kafkajs';
import { factType, type PublishedStreams } from '@probity/contracts/facts';
import { FACT_HEADERS, HEADERS, JSON_CONTENT, SPEC_VERSION } from '@probity/contracts/headers';
import type { RecordedEvent } from '@probity/event-store/event-store';

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
  const traceparent = event.metadata?.traceparent;
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

/** Whether Probity wrote the event, and it can be read. An event is unreadable only if it was tampered with. */
export const isPublishable = ({ data, isForeign }: RecordedEvent): boolean =>
  isForeign !== true && typeof data === 'object' && data !== null;

/** Every event has one field with the time when it happened, such as `posted_at`. */
function occurredAt(data: Record<string, unknown>): string | undefined {
  const field = Object.keys(data).find((name) => name.endsWith('_at'));
  return field === undefined ? undefined : String(data[field]);
}

function omit(data: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !fields.includes(name)));
}
