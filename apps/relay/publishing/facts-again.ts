import type { Kafka, Producer } from 'kafkajs';
import { streamsOf } from '@probity/contracts/facts';
import { eventAt } from '@probity/event-store/event-at';
import type { EventStore } from '@probity/event-store/event-store';
import { DeadLetterBook } from '@probity/messaging/dead-letter-book';
import { factMessage, isPublishable } from '@probity/messaging/facts/fact-message';
import { compressionOf, PRODUCER } from '@probity/messaging/kafka/kafka-sender';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { Repeatedly } from '@probity/platform/repeatedly';

const LOOK_EVERY_MS = 2_000;
const TO_PASS_ON = `
  SELECT service, message, type, stream, revision::float8 AS revision, again_at FROM platform.dead_letters
  WHERE again_at <= now() AND passed_on_at IS NULL ORDER BY again_at, stream, revision LIMIT 100`;
const PASSED_ON = 'SELECT platform.dead_letter_passed_on($1, $2, $3)';

interface Letter {
  service: string;
  message: string;
  type: string;
  stream: string;
  revision: number;
  again_at: Date;
}

export interface FactsAgainOptions {
  kafka: Kafka;
  topicPrefix: string;
  store: EventStore;
  database: Database;
  logger: Logger;
  everyMs?: number;
}

/**
 * Publishes the facts again that an operator had handled again, or that the read side did not show, each for the service
 * that could not handle it.
 *
 * A letter stays listed until that service has handled the fact. If the relay dies between publishing and noting it, the
 * fact is published once more.
 */
export class FactsAgain {
  private readonly looking: Repeatedly;
  private producer: Producer | undefined;

  constructor(private readonly options: FactsAgainOptions) {
    const { logger, everyMs = LOOK_EVERY_MS } = options;
    const failed = (err: unknown): void => logger.warn({ err }, 'facts cannot be published again now; retrying');
    this.looking = new Repeatedly(everyMs, (signal) => this.look(signal), failed);
  }

  start(): void {
    this.looking.start();
  }

  async stop(): Promise<void> {
    await this.looking.stop();
    await this.producer?.disconnect();
  }

  private async look(signal: AbortSignal): Promise<void> {
    const { rows } = await this.options.database.query<Letter>(TO_PASS_ON);
    for (const letter of rows) {
      if (signal.aborted) return;
      await this.passOn(letter);
    }
  }

  private async passOn({ service, message, type, stream, revision, again_at }: Letter): Promise<void> {
    const { topicPrefix, store, database } = this.options;
    const streams = streamsOf(stream);
    const event = streams && (await eventAt(store, stream, revision));
    if (!event || !isPublishable(event)) {
      const reason = 'the event store does not have the event, or it cannot be read';
      const book = new DeadLetterBook(database, service);
      return book.keep({ message, kind: 'fact', type, stream, revision, reason, attempts: 1 });
    }
    const again = factMessage(streams, event, service);
    const producer = await this.connected();
    const topic = topicPrefix + streams.topic;
    await producer.send({ topic, acks: -1, messages: [again], compression: compressionOf([again]) });
    await database.query(PASSED_ON, [service, message, again_at]);
  }

  /** Most relays never need it, so it connects at the first fact. */
  private async connected(): Promise<Producer> {
    if (this.producer) return this.producer;
    const producer = this.options.kafka.producer(PRODUCER);
    await producer.connect();
    return (this.producer = producer);
  }
}
