import { COMMANDS } from '../commands';
import { PERSONAL_FACTS_RETENTION_DAYS } from '../every-topic';
import { CANCEL, JSON_CONTENT } from '../headers';
import { REPLIES, type Topic } from '../topics';
import { GUIDE } from './guide';
import type { JsonSchema } from './json-schema';
import type { MessageContract } from './message-contract';
import { NamedSchemas } from './named-schemas';
import { answerTo, NO_ANSWERS } from './reply-contracts';
import { type TopicContract, topicContracts } from './topic-contracts';
import { topicConfiguration } from './topic-configuration';

/** Extension of a message's Kafka binding: the location of the key in the message. */
export const KEY_LOCATION = 'x-key-location';

/** The part of an AsyncAPI 3.0 document that this module writes. */
export interface AsyncApiDocument {
  asyncapi: '3.0.0';
  info: { title: string; version: string; description: string };
  servers: Record<string, object>;
  defaultContentType: string;
  channels: Record<string, Channel>;
  operations: Record<string, Operation>;
  /** every schema of a message, once; the messages refer to them */
  components: { schemas: Record<string, JsonSchema> };
}

export interface Channel {
  /** the name of the topic */
  address: string;
  description: string;
  messages: Record<string, Message>;
  bindings: { kafka: { partitions: number; topicConfiguration: Record<string, unknown>; bindingVersion: string } };
}

export interface Message {
  name: string;
  summary: string;
  contentType?: string;
  headers: JsonSchema;
  payload: JsonSchema;
  correlationId?: { location: string };
  bindings: { kafka: { key: JsonSchema; [KEY_LOCATION]?: string; bindingVersion: string } };
  examples: { headers: object; payload: unknown }[];
}

export interface Reference {
  $ref: string;
}

export interface Operation {
  action: 'send' | 'receive';
  summary: string;
  tags: { name: OperationTag }[];
  channel: Reference;
  messages: Reference[];
  reply?: { channel: Reference; messages: Reference[] };
}

/** Distinguishes kinds of operations, so that a consumer can find the facts. */
export type OperationTag = 'facts' | 'commands' | 'dead-letters';

const KAFKA_BINDING = '0.5.0';

const PERSONAL_NOTE =
  ` These facts have personal data: they are kept for ${PERSONAL_FACTS_RETENTION_DAYS} days, unless the operator has set ` +
  'another time.';

export interface DocumentOptions {
  /** prefix of the name of every topic */
  topicPrefix?: string;
}

/**
 * Describes every topic of Probity and its messages, as AsyncAPI 3.0: the application is Probity,
 * which sends facts and receives commands. Schemas mean the same in JSON Schema draft 07 and 2020-12.
 */
export function asyncApiDocument({ topicPrefix = '' }: DocumentOptions = {}): AsyncApiDocument {
  const contracts = topicContracts();
  const named = new NamedSchemas();
  return {
    asyncapi: '3.0.0',
    info: { title: 'Probity events and commands', version: '1.0.0', description: description() },
    servers: {
      kafka: {
        host: '{brokers}',
        protocol: 'kafka',
        description: 'The operator of Probity knows the addresses of the brokers, and chooses TLS and SASL.',
        variables: { brokers: { default: 'localhost:9092', description: 'addresses, separated by commas' } },
      },
    },
    defaultContentType: JSON_CONTENT,
    channels: Object.fromEntries(
      contracts.map((contract) => [contract.topic.name, channel(contract, topicPrefix, named)]),
    ),
    operations: Object.assign({}, ...contracts.map(operations)) as Record<string, Operation>,
    components: { schemas: named.schemas },
  };
}

const description = (): string =>
  [
    'The facts that Probity publishes on Kafka, and the commands that its services send each other. The topics exist ' +
      'where Probity runs with Kafka.',
    ...GUIDE.map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n')),
  ].join('\n\n');

function channel({ topic, messages }: TopicContract, prefix: string, named: NamedSchemas): Channel {
  return {
    address: prefix + topic.name,
    description: topic.purpose + (topic.holdsPersonalData ? PERSONAL_NOTE : ''),
    messages: Object.fromEntries(messages.map((message) => [message.name, documented(message, topic, named)])),
    bindings: {
      kafka: {
        partitions: topic.partitions,
        topicConfiguration: typedConfiguration(topic),
        bindingVersion: KAFKA_BINDING,
      },
    },
  };
}

function documented(message: MessageContract, topic: Topic, named: NamedSchemas): Message {
  const { name, title, summary, headers, payload, key, keyLocation, correlationHeader, example } = message;
  return {
    name,
    summary,
    // a dead letter keeps the content type of the original message
    ...(topic.kind === 'dead-letter' ? {} : { contentType: JSON_CONTENT }),
    headers: named.refer(headers, `${title}Headers`),
    payload: named.refer(payload, title),
    ...(correlationHeader && { correlationId: { location: `$message.header#/${correlationHeader}` } }),
    bindings: {
      kafka: { key, ...(keyLocation && { [KEY_LOCATION]: keyLocation }), bindingVersion: KAFKA_BINDING },
    },
    examples: [example],
  };
}

/** The binding requires numbers as numbers, and the policies as a list. */
function typedConfiguration(topic: Topic): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(topicConfiguration(topic)).map(([name, value]) => [
      name,
      name === 'cleanup.policy' ? value.split(',') : Number(value),
    ]),
  );
}

const channelReference = (topic: string): Reference => ({ $ref: `#/channels/${topic}` });
const messageReferences = (topic: string, names: readonly string[]): Reference[] =>
  names.map((name) => ({ $ref: `#/channels/${topic}/messages/${name}` }));

function operations({ topic, messages }: TopicContract): Record<string, Operation> {
  const { name, kind } = topic;
  const on = (names: string[]) => ({ channel: channelReference(name), messages: messageReferences(name, names) });
  const all = on(messages.map((message) => message.name));
  switch (kind) {
    case 'event':
      return {
        [`publish-${name}`]: { action: 'send', summary: 'Publish what happened.', tags: [{ name: 'facts' }], ...all },
      };
    case 'command':
      return Object.fromEntries(
        messages.map((message) => [idOf(message, topic), receive(message, on([message.name]))]),
      );
    case 'reply':
      return {}; // replies belong to the operations of their commands
    case 'dead-letter':
      return {
        [`put-aside-${name}`]: {
          action: 'send',
          summary: 'Store a message that could not be handled.',
          tags: [{ name: 'dead-letters' }],
          ...all,
        },
      };
  }
}

/** A command has its name on every topic that takes it; only the cancellation has several. */
const idOf = ({ name }: MessageContract, topic: Topic): string => (name === CANCEL ? `cancel-${topic.name}` : name);

function receive(message: MessageContract, on: Pick<Operation, 'channel' | 'messages'>): Operation {
  const command = COMMANDS.find(({ name }) => name === message.name);
  const answers = message.name === CANCEL ? ['reply.complete'] : command && [answerTo(command), ...NO_ANSWERS];
  return {
    action: 'receive',
    summary: message.summary,
    tags: [{ name: 'commands' }],
    ...on,
    ...(answers && {
      reply: { channel: channelReference(REPLIES), messages: messageReferences(REPLIES, answers) },
    }),
  };
}
