import type { PublishedStreams } from '@probity/contracts/facts';
import { TENANT_STREAM_PREFIX, type TenantCreated } from '@probity/contracts/tenants/events';
import type { DataOf } from '@probity/contracts/declaration/fact';
import type { Checkpoint, EventStore, RecordedEvent } from '@probity/event-store/event-store';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { openEventStore } from '@probity/event-store/open-event-store';
import { factMessage, isPublishable } from '@probity/messaging/facts/fact-message';
import { inParts } from '@probity/messaging/facts/in-parts';
import { kafkaOf } from '@probity/messaging/kafka/kafka-connection';
import type { KafkaSettings } from '@probity/messaging/kafka/kafka-settings';
import { PRODUCER } from '@probity/messaging/kafka/kafka-sender';
import { openServiceDatabase } from '@probity/persistence/open-service-database';
import { ROLES } from '@probity/persistence/roles';
import type { Logger } from '@probity/platform/logging';
import type { SealingKeys } from '@probity/platform/sealing';
import { Undo } from '@probity/platform/undo';
import { inClear } from './start-service';

/** The event store with its keys, and the Kafka cluster. */
export interface ReplaySettings {
  databaseUrl: string;
  /** undefined: the events are in Postgres */
  eventStoreUrl: string | undefined;
  /** open personal data */
  personalDataKeys: SealingKeys;
  kafka: KafkaSettings;
}

export interface ReplayRequest {
  streams: PublishedStreams;
  /** the full name of a topic that exists, and is no topic of Probity */
  to: string;
  /** only facts of the tenant with this slug */
  tenant: string | undefined;
  /** continues after this position, which an earlier replay of the same streams reached */
  after: Checkpoint | undefined;
}

/** What a replay has done so far. */
export interface ReplayProgress {
  facts: number;
  /** events that another program wrote, or that were tampered with; the relay publishes them neither */
  skipped: number;
  /** every event up to it is written; undefined: none yet */
  position: Checkpoint | undefined;
}

export class UnknownTenant extends Error {}

/**
 * Writes facts from the events to a topic, with the keys, headers and values that the relay gives them, and in the same
 * order for each key. Facts of erased people have placeholders. Ends at the events that existed when it began.
 *
 * Yields after each batch, when all its messages are stored. What is repeated after an error has the ids and revisions
 * that it had before, so that a consumer recognises it.
 *
 * @param signal ends the replay after a batch
 * @throws UnknownTenant
 */
export async function* replayFacts(
  settings: ReplaySettings,
  { streams, to, tenant, after }: ReplayRequest,
  logger: Logger,
  signal: AbortSignal,
): AsyncIterable<ReplayProgress> {
  const undo = new Undo();
  try {
    const store = await openEvents(settings, logger, undo);
    const tenantId = tenant === undefined ? undefined : await tenantIdOf(store, tenant);
    const wanted = ({ data }: RecordedEvent): boolean =>
      tenantId === undefined || (data as { tenant_id?: unknown }).tenant_id === tenantId;
    const kafka = kafkaOf(settings.kafka, 'probity-facts-replay', logger);
    const producer = kafka.producer({ ...PRODUCER, idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    undo.later(() => producer.disconnect());

    let [facts, skipped] = [0, 0];
    for await (const { events, checkpoint: position } of store.readToEnd(
      streams.prefix,
      after,
      signal,
      streams.inside,
    )) {
      const publishable = events.filter((event) => isPublishable(event));
      const messages = publishable.filter(wanted).map((event) => factMessage(streams, event));
      for (const part of inParts(messages)) await producer.send({ topic: to, acks: -1, messages: part });
      facts += messages.length;
      skipped += events.length - publishable.length;
      yield { facts, skipped, position };
      if (signal.aborted) return;
    }
  } finally {
    await undo.all();
  }
}

/** With the rights of the relay, which may read all events, and the keys of personal data. */
async function openEvents(
  { databaseUrl, eventStoreUrl, personalDataKeys }: ReplaySettings,
  logger: Logger,
  undo: Undo,
): Promise<EventStore> {
  const database = await openServiceDatabase('facts-replay', { url: databaseUrl, role: ROLES.relay }, logger, {
    poolSize: 2,
  });
  undo.later(() => database.close());
  const connection = eventStoreUrl === undefined ? undefined : new Connection(eventStoreUrl);
  undo.later(async () => connection?.close());
  return (await inClear(await openEventStore(connection, database), database, personalDataKeys)).store;
}

/** The relay may not read the table of tenants, but their events. */
async function tenantIdOf(store: EventStore, slug: string): Promise<string> {
  for await (const stream of store.listStreams(TENANT_STREAM_PREFIX)) {
    for await (const [first] of store.readStream(stream, { to: 0 })) {
      if (!first || !isPublishable(first)) continue;
      const { slug: found, tenant_id } = first.data as DataOf<typeof TenantCreated>;
      if (found === slug) return tenant_id;
    }
  }
  throw new UnknownTenant(`there is no tenant with the slug ${slug}`);
}
