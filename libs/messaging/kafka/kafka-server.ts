import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { Kafka } from 'kafkajs';
import type { Command } from '@probity/contracts/declaration/command';
import { TOPICS } from '@probity/contracts/every-topic';
import { currentTopic, REPLIES, RETIRED_TOPICS } from '@probity/contracts/topics';
import type { Logger } from '@probity/platform/logging';
import { CommandServer } from '../command-server';
import type { KeyedCommands } from '../idempotency/keyed-commands';
import { CommandRunner } from './command-runner';
import { ConsumerLag } from './consumer-lag';
import { DeadLetters, type LetterBook } from './dead-letters';
import { FactRunner } from './fact-runner';
import { explainKafka } from './explain-kafka';
import { KafkaSender, PRODUCER } from './kafka-sender';
import { MessageIntake, type TakenMessage } from './message-intake';

const DRAIN_MS = 15_000;

export interface KafkaServerOptions {
  kafka: Kafka;
  topicPrefix: string;
  /** the service; its instances share a consumer group */
  service: string;
  /** topics to read, without the prefix; what they continue is read too, while it exists */
  topics: readonly string[];
  /** the commands of these topics */
  commands: Command[];
  /** carries out commands with an Idempotency-Key */
  keyed?: KeyedCommands;
  /** lists dead letters for operators */
  book: LetterBook;
  logger: Logger;
  /** how long a stop waits for messages that are being handled; default 15 s */
  drainMs?: number;
  /** called when the consumer gave up; the process should then end */
  onDead: (error: Error) => void;
}

/**
 * Passes messages from Kafka to the handlers of a Nest microservice: the commands of its topics to `@OnCommand`, the
 * facts to `@OnFact`.
 */
export class KafkaServer extends CommandServer implements CustomTransportStrategy {
  private intake: MessageIntake | undefined;
  private runner: CommandRunner | undefined;
  private sender: KafkaSender | undefined;
  private readonly lags: ConsumerLag;

  constructor(private readonly options: KafkaServerOptions) {
    super(options.keyed);
    const { kafka, topicPrefix, topics } = options;
    this.lags = new ConsumerLag(kafka, this.groupId, topicPrefix, [...topics, ...this.retiredTopics]);
  }

  private get retiredTopics(): string[] {
    return RETIRED_TOPICS.filter(({ successor }) => this.options.topics.includes(successor)).map(({ name }) => name);
  }

  private get groupId(): string {
    return `${this.options.topicPrefix}probity-${this.options.service}`;
  }

  listen(callback: (error?: unknown) => void): void {
    this.start().then(
      () => callback(),
      (error: unknown) => callback(explainKafka(error)),
    );
  }

  /** @throws Error when messages cannot be received now */
  async checkReady(): Promise<void> {
    if (!this.intake?.isReady) throw new Error('the consumer is not a member of its group');
  }

  /** How many messages of each topic the instances of the service have not handled yet. */
  lag(): Promise<Map<string, number>> {
    return this.lags.read();
  }

  async close(): Promise<void> {
    await this.lags.close();
    await this.intake?.stop();
    await this.runner?.close();
    await this.sender?.close();
  }

  on(): never {
    throw new Error('the Kafka transport has no events of its own');
  }

  unwrap<T>(): T {
    return this.options.kafka as T;
  }

  private async start(): Promise<void> {
    const { kafka, topicPrefix, service, topics, commands, book, logger, onDead } = this.options;
    const producer = kafka.producer(PRODUCER);
    await producer.connect();
    const sender = (this.sender = new KafkaSender(producer));
    const deadLetters = new DeadLetters('command', sender, book, logger);
    const handlerOf = (pattern: string) => this.messageHandlers.get(pattern);
    const source = `/probity/${service}`;
    const replyTopic = topicPrefix + REPLIES;
    const runner = new CommandRunner({ commands, handlerOf, sender, replyTopic, source, deadLetters, logger });
    const facts = new FactRunner({
      service,
      handlerOf,
      deadLetters: new DeadLetters('fact', sender, book, logger),
      logger,
    });
    const factTopics = new Set(TOPICS.filter(({ kind }) => kind === 'event').map(({ name }) => topicPrefix + name));
    this.runner = runner;
    this.intake = new MessageIntake({
      kafka,
      groupId: this.groupId,
      topics: topics.map((topic) => topicPrefix + topic),
      retiredTopics: this.retiredTopics.map((topic) => topicPrefix + topic),
      logger,
      drainMs: this.options.drainMs ?? DRAIN_MS,
      handle: (message: TakenMessage) =>
        factTopics.has(currentTopic(message.topic)) ? facts.run(message) : runner.run(message),
      onDead,
    });
    await this.intake.start();
  }
}
