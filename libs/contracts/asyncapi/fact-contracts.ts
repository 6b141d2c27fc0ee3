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
    Object.entries(streams.events).map(([type, data]) => fact(streams, factType(streams, type), data)),
  );
}

function fact(streams: PublishedStreams, name: string, data: object): MessageContract {
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
    example:
      example === undefined ? undefined : { headers: exampleFactHeaders(streams, name, aggregateId), payload: example },
  };
}

function exampleFactHeaders({ service, prefix }: PublishedStreams, name: string, id: string): Record<string, string> {
  return {
    ...exampleHeaders(name, `/probity/${service}`),
    [HEADERS.subject]: `${prefix}${id}`,
    [HEADERS.sequence]: '3',
    [HEADERS.traceparent]: TRACEPARENT,
  };
}
