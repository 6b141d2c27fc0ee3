import { factType, PUBLISHED_STREAMS, type PublishedStreams } from '../facts';
import { HEADERS } from '../headers';
import type { Topic } from '../topics';
import { TRACEPARENT } from './example-ids';
import { FACT_NOTES } from './fact-notes';
import { type JsonSchema, plainSchema } from './json-schema';
import { exampleHeaders, locationInPayload, type MessageContract, type MessageExample } from './message-contract';
import { factHeaders, UUID_PATTERN } from './message-headers';
import type { FactNote } from './notes/fact-note';

/** What is published on the topic. */
export const factsOn = ({ name }: Topic): MessageContract[] =>
  PUBLISHED_STREAMS.filter(({ topic }) => topic === name).flatMap((streams) =>
    Object.entries(streams.events).map(([type, data]) => fact(streams, type, data)),
  );

function fact(streams: PublishedStreams, type: string, data: object): MessageContract {
  const name = factType(streams, type);
  const note = FACT_NOTES[name];
  return {
    name,
    summary: note?.summary ?? '',
    headers: factHeaders(streams, name, note?.idPattern ?? UUID_PATTERN),
    payload: plainSchema(data),
    key: keyOf(streams, note),
    keyLocation: note && locationInPayload(note.example, note.aggregateId),
    example: note && exampleOf(streams, type, note),
  };
}

const keyOf = ({ prefix }: PublishedStreams, note: FactNote | undefined): JsonSchema => ({
  type: 'string',
  ...(note?.idPattern === undefined ? { format: 'uuid' } : { pattern: `^${note.idPattern}$` }),
  description: `what follows \`${prefix}\` in \`${HEADERS.subject}\``,
});

function exampleOf(streams: PublishedStreams, type: string, { aggregateId, example }: FactNote): MessageExample {
  const name = factType(streams, type);
  return {
    headers: {
      ...exampleHeaders(name, `/probity/${streams.service}`),
      [HEADERS.time]: String(Object.entries(example as object).find(([field]) => field.endsWith('_at'))?.[1]),
      [HEADERS.subject]: `${streams.prefix}${aggregateId}`,
      [HEADERS.revision]: String(placeOf(streams, type, aggregateId)),
      [HEADERS.traceparent]: TRACEPARENT,
    },
    payload: example,
  };
}

/** In the examples, what happens to one aggregate happens in the order in which the events are declared. */
function placeOf(streams: PublishedStreams, type: string, aggregateId: string): number {
  const ofAggregate = Object.keys(streams.events).filter(
    (other) => FACT_NOTES[factType(streams, other)]?.aggregateId === aggregateId,
  );
  return ofAggregate.indexOf(type);
}
