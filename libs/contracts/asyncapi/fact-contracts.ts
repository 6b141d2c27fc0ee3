import { factType, PUBLISHED_STREAMS, type PublishedStreams } from '../facts';
import { HEADERS } from '../headers';
import type { Topic } from '../topics';
import { LEDGER_ID, TENANT_ID, TRACEPARENT } from './example-ids';
import { FACT_NOTES } from './fact-notes';
import { plainSchema } from './json-schema';
import { exampleHeaders, locationInPayload, type MessageContract } from './message-contract';
import { factHeaders } from './message-headers';

/** What is published on the topic. */
export function factsOn({ name }: Topic): MessageContract[] {
  return PUBLISHED_STREAMS.filter(({ topic }) => topic === name).flatMap((streams) =>
    Object.entries(streams.events).map(([type, data], index) => fact(streams, factType(streams, type), data, index)),
  );
}

/** @param index its place among the events of its streams; in the examples they happen in this order */
function fact(streams: PublishedStreams, name: string, data: object, index: number): MessageContract {
  const { summary = '', example } = FACT_NOTES[name] ?? {};
  const aggregateId = [LEDGER_ID, TENANT_ID].find((id) => locationInPayload(example, id) !== undefined) ?? '';
  return {
    name,
    summary,
    headers: factHeaders(streams, name),
    payload: plainSchema(data),
    key: {
      type: 'string',
      format: 'uuid',
      description: `what follows \`${streams.prefix}\` in \`${HEADERS.subject}\``,
    },
    keyLocation: locationInPayload(example, aggregateId),
    ...(isObject(example) && {
      example: {
        headers: {
          ...exampleHeaders(name, `/probity/${streams.service}`),
          [HEADERS.time]: String(Object.entries(example).find(([field]) => field.endsWith('_at'))?.[1]),
          [HEADERS.subject]: `${streams.prefix}${aggregateId}`,
          [HEADERS.revision]: String(index),
          [HEADERS.traceparent]: TRACEPARENT,
        },
        payload: example,
      },
    }),
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
