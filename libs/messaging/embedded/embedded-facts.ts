import type { MessageHandler } from '@nestjs/microservices';
import { factType, PUBLISHED_STREAMS, type PublishedStreams } from '@probity/contracts/facts';
import type { EventStore, RecordedEvent } from '@probity/event-store/event-store';
import { Follower } from '@probity/event-store/follower';
import { byStream } from '@probity/event-store/project-stream';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { deliverFact } from '../deliver-fact';

const KEEP_DEAD = `
  INSERT INTO event_store.dead_facts (consumer, stream, revision, type, reason) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (consumer, stream, revision) DO UPDATE SET reason = excluded.reason, at = now()`;

export interface EmbeddedFactsOptions {
  /** the name of the service that receives the facts; part of the names of its checkpoints */
  consumer: string;
  /** must use the role of the relay, which may read every stream */
  store: EventStore;
  database: Database;
  logger: Logger;
}

/**
 * Passes facts from the event store directly to the handlers of a service in the same process. The guarantees are the
 * same as with Kafka: every fact is delivered at least once, and the facts of a stream in order. A fact that cannot be
 * handled is stored as a dead letter after some retries, and later facts are delivered.
 */
export class EmbeddedFacts {
  private readonly followers: Follower[] = [];
  private readonly ending = new AbortController();

  constructor(private readonly options: EmbeddedFactsOptions) {}

  start(handlers: ReadonlyMap<string, MessageHandler>): void {
    const { consumer, store, database, logger } = this.options;
    for (const streams of PUBLISHED_STREAMS) {
      if (!streams.facts.some(({ name }) => handlers.has(name))) continue;
      const follower = new Follower({
        name: `relay-embedded-${consumer}-${streams.followedAs}`,
        prefix: streams.prefix,
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
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.followers.map((follower) => follower.stop()));
  }

  private async deliver(
    streams: PublishedStreams,
    events: RecordedEvent[],
    handlers: ReadonlyMap<string, MessageHandler>,
  ): Promise<void> {
    const { consumer, database, logger } = this.options;
    for (const { id, stream, revision, type, data, metadata, isForeign } of events) {
      const handler = handlers.get(factType(streams, type));
      if (!handler || isForeign) continue; // the follower of its projection reports a foreign event
      const context = { id, stream, revision, traceparent: metadata?.traceparent };
      await deliverFact(handler, data, context, {
        ended: this.ending.signal,
        failed: (err, tries) => logger.warn({ err, type, stream, revision, tries }, 'a fact could not be handled'),
        givenUp: async (reason) => {
          await database.query(KEEP_DEAD, [consumer, stream, revision, type, reason]);
        },
      });
    }
  }
}
