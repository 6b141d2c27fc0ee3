import { COMMANDS } from '@probity/contracts/commands';
import { CUSTOMER_EVENTS, MONITORING_COMMANDS, PIPELINE_COMMANDS, WATCHLIST_COMMANDS } from '@probity/contracts/topics';
import { openEventStore } from '@probity/event-store/open-event-store';
import { projectionFollower } from '@probity/event-store/projection-follower';
import { CommandBus } from '@probity/messaging/command-bus';
import { KafkaClient } from '@probity/messaging/kafka/kafka-client';
import { kafkaOf } from '@probity/messaging/kafka/kafka-connection';
import { KafkaServer } from '@probity/messaging/kafka/kafka-server';
import { openServiceDatabase } from '@probity/persistence/open-service-database';
import { ROLES } from '@probity/persistence/roles';
import { startOperationsServer } from '@probity/platform/http/operations-server';
import { createLogger } from '@probity/platform/logging';
import { Metrics } from '@probity/platform/metrics';
import type { RunningService } from '@probity/platform/run-service';
import { Undo } from '@probity/platform/undo';
import type { Configuration } from './configuration';
import { PROJECTIONS } from './projections';
import { PIPELINE_CONNECTIONS, startPipeline } from './start-pipeline';

const WRITE_TIMEOUT_MS = 30_000;
const COMMAND_TOPICS = [PIPELINE_COMMANDS, WATCHLIST_COMMANDS, MONITORING_COMMANDS];

/** The pipeline by itself: commands and facts come over Kafka, of which several instances share the partitions. */
export function startPipelineService(
  configuration: Configuration,
  onLost: (error: Error) => void,
): Promise<RunningService> {
  return Undo.onFailure(async (undo) => {
    const { host, port, instance, databaseUrl, eventStoreUrl, kafka: settings } = configuration;
    const logger = createLogger(configuration.logLevel).child({ service: 'pipeline', instance });
    const metrics = new Metrics();

    const pool = { poolSize: PIPELINE_CONNECTIONS, queryTimeoutMs: WRITE_TIMEOUT_MS };
    const database = await openServiceDatabase('pipeline', databaseUrl, ROLES.pipeline, logger, pool);
    undo.later(() => database.close());
    const few = { poolSize: 6 };
    const maintenance = await openServiceDatabase('pipeline-maintenance', databaseUrl, ROLES.pipeline, logger, few);
    undo.later(() => maintenance.close());

    const events = openEventStore(eventStoreUrl, database);
    undo.later(events.close);
    if (!events.isAtomic) {
      for (const { prefix, projection } of PROJECTIONS) {
        const follower = projectionFollower({
          service: `pipeline-${prefix}`,
          prefix,
          store: events.store,
          database: maintenance,
          logger,
          projection,
        });
        follower.start();
        undo.later(() => follower.stop());
      }
    }

    const kafka = kafkaOf(settings, instance, logger);
    const { topicPrefix } = settings;
    const client = new KafkaClient({ kafka, topicPrefix, service: 'pipeline', instance, logger, onDead: onLost });
    undo.later(() => client.close());
    const server = new KafkaServer({
      kafka,
      topicPrefix,
      service: 'pipeline',
      topics: [...COMMAND_TOPICS, CUSTOMER_EVENTS],
      commands: COMMANDS.filter(({ topic }) => COMMAND_TOPICS.includes(topic)),
      logger,
      onDead: onLost,
    });
    const dependencies = [
      { name: 'database', check: () => database.ping() },
      { name: 'broker', check: () => server.checkReady() },
      { name: 'replies', check: () => client.checkReady() },
      ...events.dependencies,
    ];
    // Before the service is a member of its groups, so that a start that waits for one can be seen.
    undo.later(await startOperationsServer({ host, port }, dependencies, metrics));
    await client.connect();
    const commands = new CommandBus(client);
    const parts = { database, maintenance, events: events.store, commands, logger, metrics };
    undo.later(await startPipeline(parts, server));
    return { ready: `pipeline is ready; health on port ${port}`, stop: () => undo.all() };
  });
}
