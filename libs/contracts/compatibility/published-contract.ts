import type { JsonSchema } from '../asyncapi/json-schema';
import type { MessageContract } from '../asyncapi/message-contract';
import { type Direction, type TopicContract, topicContracts } from '../asyncapi/topic-contracts';
import { topicConfiguration } from '../asyncapi/topic-configuration';

/** The promises of a topic: its contract without descriptions and examples, which may change freely. */
export interface PublishedTopic {
  topic: string;
  direction: Direction;
  partitions: number;
  configuration: Record<string, string>;
  messages: Record<string, PublishedMessage>;
}

export interface PublishedMessage {
  key: JsonSchema;
  keyLocation?: string;
  headers: JsonSchema;
  payload: JsonSchema;
}

/** The contracts in the code. */
export const currentContracts = (): PublishedTopic[] => topicContracts().map(published);

function published({ topic, direction, messages }: TopicContract): PublishedTopic {
  return {
    topic: topic.name,
    direction,
    partitions: topic.partitions,
    configuration: topicConfiguration(topic),
    messages: Object.fromEntries(messages.map((message) => [message.name, publishedMessage(message)])),
  };
}

function publishedMessage({ key, keyLocation, headers, payload }: MessageContract): PublishedMessage {
  return {
    key: wordless(key),
    ...(keyLocation !== undefined && { keyLocation }),
    headers: wordless(headers),
    payload: wordless(payload),
  };
}

const WORDS = ['title', 'summary', 'description', 'example', 'examples', '$comment'];
/** Keywords whose values map arbitrary names. */
const MAPS = ['properties', 'patternProperties', 'schemas', 'paths', 'webhooks', 'responses', 'headers', 'content'];
/** Keywords whose values are not schemas, even if they look like schemas. */
const VALUES = ['const', 'enum', 'default'];

/** The schema, or the API document, without descriptions. */
export function wordless(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([keyword]) => !WORDS.includes(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, wordlessBelow(keyword, value)]));
}

function wordlessBelow(keyword: string, value: unknown): unknown {
  if (VALUES.includes(keyword)) return value;
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? wordless(item) : (item as unknown)));
  if (!isObject(value)) return value;
  if (MAPS.includes(keyword)) {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, wordless(schema as JsonSchema)]));
  }
  return wordless(value);
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
