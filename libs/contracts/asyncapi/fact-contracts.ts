import Type from 'typebox';
import type { Fact, Streams } from '../declaration/fact';
import { TRACEPARENT } from '../examples';
import { FACTS, FOLLOWED_FACTS } from '../facts';
import { FACT_HEADERS, HEADERS } from '../headers';
import type { Topic } from '../topics';
import { type JsonSchema, plainSchema } from './json-schema';
import { exampleHeaders, locationInPayload, type MessageContract } from './message-contract';
import { factHeaders } from './message-headers';

/** The facts of the topic. */
export const factsOn = ({ name }: Topic): MessageContract[] =>
  FACTS.filter(({ streams }) => streams.topic === name).map(published);

function published(fact: Fact): MessageContract {
  const { type, name, streams, summary, data, withheld, example, exampleId } = fact;
  return {
    name,
    title: type,
    summary,
    headers: factHeaders(streams, name, FOLLOWED_FACTS.includes(fact)),
    payload: plainSchema(Type.Omit(data, [...withheld])),
    key: keyOf(streams),
    keyLocation: locationInPayload(example, exampleId),
    example: { headers: exampleFactHeaders(fact), payload: example },
  };
}

const keyOf = ({ prefix, idPattern }: Streams): JsonSchema => ({
  type: 'string',
  ...(idPattern === undefined ? { format: 'uuid' } : { pattern: `^${idPattern}$` }),
  description: `what follows \`${prefix}\` in \`${HEADERS.subject}\``,
});

const exampleFactHeaders = (fact: Fact): Record<string, string> => ({
  ...exampleHeaders(fact.name, `/probity/${fact.streams.service}`),
  [HEADERS.time]: String(Object.entries(fact.example).find(([field]) => field.endsWith('_at'))?.[1]),
  [HEADERS.subject]: `${fact.streams.prefix}${fact.exampleId}`,
  [HEADERS.revision]: String(placeOf(fact)),
  [HEADERS.traceparent]: TRACEPARENT,
  ...(FOLLOWED_FACTS.includes(fact) && { [FACT_HEADERS.againFor]: 'pipeline' }),
});

/** In the examples, the facts of one aggregate follow each other in the order of their declarations. */
function placeOf({ type, streams, exampleId }: Fact): number {
  const ofAggregate = FACTS.filter((other) => other.streams.topic === streams.topic && other.exampleId === exampleId);
  return ofAggregate.findIndex((other) => other.type === type);
}
