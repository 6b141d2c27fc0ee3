import type { Admin } from 'kafkajs';
import { PUBLISHED_STREAMS } from '@probity/contracts/facts';
import { Follower } from '@probity/event-store/follower';
import { openEventStore } from '@probity/event-store/open-event-store';
import { kafkaOf } from '@probity/messaging/kafka/kafka-connection';
import { openServiceDatabase } from '@probity/persistence/open-service-database';
import { ROLES } from '@probity/persistence/roles';
import { startOperationsServer } from '@probity/platform/http/operations-server';
import { createLogger } from '@probity/platform/logging';
import { Metrics } from '@probity/platform/metrics';
import type { RunningService } from '@probity/platform/run-service';
import { Undo } from '@probity/platform/undo';
import type { Configuration } from './configuration';
import { beginPublishing } from './publishing/fact-publisher';

/** A transaction costs Kafka and us the same for one fact as for many. */
const REST_MS = 200;
const QUERY_TIMEOUT_MS = 30_000;

/** Each follower keeps one for its lock while it is active; the rest are for what they read and save. */
const CONNECTIONS = PUBLISHED_STREAMS.length + 5;

/**
 * Publishes the facts of every service: each kind of stream (of customer-risk customers, alerts and cases,
 * for instance) to its own topic, by a follower of its own with a checkpoint, a lock and a readiness check
 * of its own.
 */
export function startRelay(configuration: Configuration): Promise<RunningService> {
  return Undo.onFailure(async (undo) => {
    const { host, port, instance, databaseUrl, eventStoreUrl, kafka: settings } = configuration;
    const logger = createLogger(configuration.logLevel).child({ service: 'relay', instance });
    const metrics = new Metrics();

    const database = await openServiceDatabase('relay', databaseUrl, ROLES.relay, logger, {
      queryTimeoutMs: QUERY_TIMEOUT_MS,
      poolSize: CONNECTIONS,
    });
    undo.later(() => database.close());
    const { store, dependencies, close } = await openEventStore(eventStoreUrl, database);
    undo.later(close);
    const kafka = kafkaOf(settings, instance, logger);

    const followers = PUBLISHED_STREAMS.map((streams) => {
      const { topicPrefix } = settings;
      const publishing = { kafka, topicPrefix, streams, logger, metrics };
      const follower = new Follower({
        name: `relay-${topicPrefix}${streams.topic}`,
        prefix: streams.prefix,
        store,
        database,
        logger,
        restMs: REST_MS,
        begin: () => beginPublishing(publishing),
      });
      follower.start();
      undo.later(() => follower.stop());
      return { topic: streams.topic, follower };
    });
    const checks = followers.map(({ topic, follower }) => ({
      name: `publishing_${topic.replace(/\W/g, '_')}`,
      check: () => works(follower),
    }));
    const admin = kafka.admin();
    undo.later(() => admin.disconnect());
    const own = [
      { name: 'database', check: () => database.ping() },
      { name: 'broker', check: () => answers(admin) },
    ];
    undo.later(await startOperationsServer({ host, port }, [...own, ...dependencies, ...checks], metrics));
    return { ready: `relay is ready on port ${port}`, stop: () => undo.all() };
  });
}

/** Connecting again costs nothing when it is connected. */
async function answers(admin: Admin): Promise<void> {
  await admin.connect();
  await admin.describeCluster();
}

function works({ state }: Follower): Promise<void> {
  if (state === 'active' || state === 'standby') return Promise.resolve();
  return Promise.reject(new Error(`the follower is ${state}`));
}
