import type { EventStore } from '@probity/event-store/event-store';
import type { Database } from '@probity/persistence/database';
import type { Metrics } from '@probity/platform/metrics';
import type { Transport } from '../transport';
import { EmbeddedBroker } from './embedded-broker';
import { EmbeddedClient } from './embedded-client';
import { EmbeddedFacts } from './embedded-facts';
import { EmbeddedServer } from './embedded-server';

/**
 * The transport within one process: commands are function calls, and facts come directly from the event store.
 *
 * @param facts the event store and its database; both must use the role of the relay, which may read every stream
 */
export function embeddedTransport(facts: { store: EventStore; database: Database; metrics: Metrics }): Transport {
  const broker = new EmbeddedBroker();
  return ({ name: consumer, logger }) => ({
    topicPrefix: '',
    clientOf: () => new EmbeddedClient(broker),
    serverOf: (_topics, keyed) => new EmbeddedServer(broker, new EmbeddedFacts({ ...facts, consumer, logger }), keyed),
  });
}
