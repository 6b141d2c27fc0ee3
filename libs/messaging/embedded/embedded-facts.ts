import type { MessageHandler } from '@nestjs/microservices';
import { factType, PUBLISHED_STREAMS, type PublishedStreams } from '@probity/contracts/facts';
import type { EventStore, RecordedEvent } from '@probity/event-store/event-store';
import { Follower } from '@probity/event-store/follower';
import { PassedOver } from '@probity/event-store/passed-over';
import { byStream } from '@probity/event-store/project-stream';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { DeadLetterBook, factLetter } from '../dead-letter-book';
import { deliverFact } from '../deliver-fact';
import { isPublishable, traceparentOf, UNREADABLE } from '../facts/fact-message';
import { FactsAgain } from './facts-again';

export interface EmbeddedFactsOptions {
  /** the name of the service that receives the facts; part of the names of its checkpoints */
  consumer: string;
  /** must use the role of the relay, which may read every stream */
  store: EventStore;
  database: Database;
  logger: Logger;
  metrics: Metrics;
}

/**
 * Passes facts from the event store directly to the handlers of a service in the same process. The guarantees are the
 * same as with Kafka: every fact is delivered at least once, and the facts of a stream in order. A fact that cannot be
 * handled is listed as a dead letter after some retries, and later facts are delivered. An operator can have it handled
 * again. A fact about an object that the read side does not show yet is listed too, and handled again by itself.
 */
export class EmbeddedFacts {
  private readonly followers: Follower[] = [];
  private readonly ending = new AbortController();
  private readonly book: DeadLetterBook;
  private readonly passedOver: PassedOver;
  private again: FactsAgain | undefined;

  constructor(private readonly options: EmbeddedFactsOptions) {
    this.book = new DeadLetterBook(options.database, options.consumer);
    this.passedOver = new PassedOver(`facts for ${options.consumer}`, options.logger, options.metrics);
  }

  start(handlers: ReadonlyMap<string, MessageHandler>): void {
    const { consumer, store, database, logger } = this.options;
    for (const streams of PUBLISHED_STREAMS) {
      if (!streams.facts.some(({ name }) => handlers.has(name))) continue;
      const follower = new Follower({
        name: `relay-embedded-${consumer}-${streams.followedAs}`,
        prefix: streams.prefix,
        leftOut: streams.inside,
        store,
        database,
        logger,
        begin: () =>
          Promise.resolve({
            handle: async (events: RecordedEvent[]) => {
              await Promise.all(byStream(events).map((ofStream) => this.deliver(streams, ofStream, handlers)));
            },
            end: () => Promise.resolve(),
          }),
      });
      follower.start();
      this.followers.push(follower);
    }
    if (this.followers.length === 0) return;
    const deliver = (streams: PublishedStreams, event: RecordedEvent) =>
      this.deliverOne(streams, event, handlers, true);
    this.again = new FactsAgain({ book: this.book, store, database, logger, deliver });
    this.again.start();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await Promise.all([this.again?.stop(), ...this.followers.map((follower) => follower.stop())]);
  }

  private async deliver(
    streams: PublishedStreams,
    events: RecordedEvent[],
    handlers: ReadonlyMap<string, MessageHandler>,
  ): Promise<void> {
    for (const event of events) await this.deliverOne(streams, event, handlers);
  }

  /** Whether the fact was handled, or has no handler. If not, it is listed as a dead letter. */
  private async deliverOne(
    streams: PublishedStreams,
    event: RecordedEvent,
    handlers: ReadonlyMap<string, MessageHandler>,
    isAgain = false,
  ): Promise<boolean> {
    const { logger } = this.options;
    const { id, stream, revision, data, isForeign } = event;
    const type = factType(streams, event.type);
    const handler = handlers.get(type);
    if (!handler || isForeign) return true; // the follower of its projection reports a foreign event
    if (!isPublishable(event)) {
      this.passedOver.report('damaged', [event], undefined, UNREADABLE);
      return true;
    }
    let isHandled = true;
    const context = { id, stream, revision, traceparent: traceparentOf(event) };
    const letter = { message: factLetter(stream, revision), kind: 'fact' as const, type, stream, revision };
    await deliverFact(handler, data, context, {
      isAgain,
      ended: this.ending.signal,
      failed: (err, tries) => logger.warn({ err, type, stream, revision, tries }, 'a fact could not be handled'),
      givenUp: async (reason, attempts) => {
        await this.book.keep({ ...letter, reason, attempts });
        isHandled = false;
      },
      putAside: async (reason, attempts) => {
        const waits = await this.book.putAside({ ...letter, reason, attempts });
        if (!waits) logger.error({ type, stream, revision, reason }, 'a fact could not be handled for an hour');
        isHandled = false;
      },
    });
    return isHandled;
  }
}
