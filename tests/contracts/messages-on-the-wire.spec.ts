import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { randomUUID } from 'node:crypto';
import type { Message } from 'kafkajs';
import { pino } from 'pino';
import { asyncApiDocument, type Channel } from '@probity/contracts/asyncapi/asyncapi-document';
import { inPlace } from '@probity/contracts/asyncapi/named-schemas';
import { COMMANDS } from '@probity/contracts/commands';
import { PUBLISHED_STREAMS } from '@probity/contracts/facts';
import { FACT_HEADERS, type ReplyFrame } from '@probity/contracts/headers';
import { deadLetterTopic, LEDGER_COMMANDS, REPLIES } from '@probity/contracts/topics';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { commandMessage, replyMessage } from '@probity/messaging/kafka/command-message';
import { DeadLetters } from '@probity/messaging/kafka/dead-letters';
import type { KafkaSender } from '@probity/messaging/kafka/kafka-sender';
import { factMessage } from '@probity/messaging/facts/fact-message';
import { factChannels } from './fact-channels';
import { FactChecker } from './fact-checker';

// The messages that the code sends must match the document.
const document = asyncApiDocument();
const { channels } = inPlace(document, document.components.schemas);
const NOW = Date.UTC(2026, 2, 2);
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const ajv = new Ajv({ allErrors: true });
addFormats(ajv);

const exampleOf = (channel: Channel, name: string): any => channel.messages[name]!.examples[0]!;
const asBuffer = (text: unknown): Buffer => Buffer.from(text as string);

/** Returns the names of the channel's messages whose schemas accept the headers, value and key. */
function accepting(channel: Channel, { headers, value, key }: Message): string[] {
  const payload = value === null ? null : JSON.parse(String(value));
  return Object.values(channel.messages)
    .filter(
      (message) =>
        ajv.validate(message.headers, headers) &&
        ajv.validate(message.payload, payload) &&
        ajv.validate(message.bindings.kafka.key, key),
    )
    .map(({ name }) => name);
}

/** Returns headers that the message has and the document does not describe. */
const undescribed = (channel: Channel, name: string, { headers }: Message): string[] =>
  Object.keys(headers!).filter((header) => !(header in (channel.messages[name]!.headers.properties as object)));

/** The value of fields that must not be published. */
const WITHHELD = 'a withheld value';

describe('a fact on the wire', () => {
  const checks = factChannels(document);
  const facts = PUBLISHED_STREAMS.flatMap((streams) =>
    streams.facts.map((fact) => [fact.name, streams, fact] as const),
  );

  it.each(facts)('matches the document: %s', (name, streams, { type, withheld }) => {
    const { headers, payload } = exampleOf(channels[streams.topic]!, name);
    const event: RecordedEvent = {
      id: randomUUID(),
      type,
      data: { ...payload, ...Object.fromEntries(withheld.map((field) => [field, WITHHELD])) },
      metadata: { traceparent: TRACEPARENT },
      stream: headers.ce_subject,
      revision: 0,
    };
    const againFor = FACT_HEADERS.againFor in headers ? 'pipeline' : undefined;
    const message = factMessage(streams, event, againFor);
    expect(JSON.stringify(message)).not.toContain(WITHHELD);

    const checker = new FactChecker(checks);
    checker.take(streams.topic, 0, {
      key: asBuffer(message.key),
      value: asBuffer(message.value),
      headers: Object.fromEntries(Object.entries(message.headers!).map(([header, text]) => [header, asBuffer(text)])),
      offset: '0',
      timestamp: '0',
      attributes: 0,
    });
    expect(checker.report()).toMatchObject({ byType: { [name]: 1 }, violations: [], undescribed: [] });
    expect(Object.keys(message.headers!).sort()).toEqual(Object.keys(headers).sort());
  });
});

describe.each(COMMANDS.map((command) => [command.name, command] as const))('%s on the wire', (name, command) => {
  const replyTo = { instance: randomUUID(), partition: 7 };

  it('is sent as the document says', () => {
    const channel = channels[command.topic]!;
    const request = exampleOf(channel, name).payload;
    const call = { command, request, timeToLiveMs: 10_000, manyReplies: false, traceparent: TRACEPARENT };
    const message = commandMessage(call, randomUUID(), '/probity/gateway', replyTo, NOW);
    expect(accepting(channel, message)).toEqual([name]);
    expect(undescribed(channel, name, message)).toEqual([]);
  });

  it.each<[ReplyFrame, string]>([
    ['reply', `${name}.reply`],
    ['next', `${name}.reply`],
    ['alive', 'reply.alive'],
    ['complete', 'reply.complete'],
    ['refusal', 'reply.refusal'],
    ['failure', 'reply.failure'],
  ])('gets a reply that matches the document: %s', (frame, expected) => {
    const channel = channels[REPLIES]!;
    const content = exampleOf(channel, expected).payload ?? undefined;
    const received = { id: randomUUID(), name, deadline: NOW };
    const message = replyMessage(replyTo, received, '/probity/ledger', frame, content, NOW);
    expect(accepting(channel, message)).toEqual([expected]);
    expect(undescribed(channel, expected, message)).toEqual([]);
  });
});

describe('a dead letter on the wire', () => {
  it('matches the document', async () => {
    const sent: [topic: string, message: Message][] = [];
    const sender = { send: async (topic: string, message: Message) => void sent.push([topic, message]) };
    const book = { keep: async () => {}, putAside: async () => true, handled: async () => {} };
    const letters = new DeadLetters('command', sender as unknown as KafkaSender, book, pino({ level: 'silent' }));
    const taken = {
      topic: LEDGER_COMMANDS,
      partition: 3,
      offset: '17',
      key: 'x',
      headers: {},
      value: Buffer.from('{'),
    };
    await letters.put(taken, 'its value is not JSON', 1);

    const [[topic, message]] = sent as [[string, Message]];
    expect(topic).toBe(deadLetterTopic(LEDGER_COMMANDS));
    const { headers, payload } = channels[topic]!.messages['dead-letter']!;
    expect(ajv.validate(headers, message.headers)).toBe(true);
    expect(ajv.validate(payload, String(message.value))).toBe(true);
    expect(undescribed(channels[topic]!, 'dead-letter', message)).toEqual([]);
  });
});
