import { COMMANDS } from '@probity/contracts/commands';
import { CUSTOMER_COMMANDS } from '@probity/contracts/topics';
import { openEventStore } from '@probity/event-store/open-event-store';
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
import { customerRiskFollowers } from './projection-followers';
import { startCustomerRisk } from './start-customer-risk';

const CONNECTIONS = 16;
/** of the followers: each keeps one for its lock */
const FEW_CONNECTIONS = 6;
const WRITE_TIMEOUT_MS = 30_000;

/**
 * Customer-risk by itself: commands come over Kafka, of which several instances share the partitions,
 * and go over Kafka to the pipeline, which screens.
 */
export function startCustomerRiskService(
  configuration: Configuration,
  onLost: (error: Error) => void,
): Promise<RunningService> {
  return Undo.onFailure(async (undo) => {
    const { host, port, instance, databaseUrl, eventStoreUrl, kafka: settings } = configuration;
    const logger = createLogger(configuration.logLevel).child({ service: 'customer-risk', instance });
    const metrics = new Metrics();

    const open = async (name: string, poolSize: number) => {
      const pool = { poolSize, queryTimeoutMs: WRITE_TIMEOUT_MS };
      const opened = await openServiceDatabase(name, databaseUrl, ROLES.customerRisk, logger, pool);
      undo.later(() => opened.close());
      return opened;
    };
    const database = await open('customer-risk', CONNECTIONS);

    const events = await openEventStore(eventStoreUrl, database);
    undo.later(events.close);
    if (!events.isAtomic) {
      const followersDatabase = await open('customer-risk-followers', FEW_CONNECTIONS);
      for (const follower of customerRiskFollowers(events.store, followersDatabase, logger)) {
        follower.start();
        undo.later(() => follower.stop());
      }
    }

    const kafka = kafkaOf(settings, instance, logger);
    const about = { kafka, topicPrefix: settings.topicPrefix, service: 'customer-risk', logger, onDead: onLost };
    const client = new KafkaClient({ ...about, instance });
    undo.later(() => client.close());
    const server = new KafkaServer({
      ...about,
      topics: [CUSTOMER_COMMANDS],
      commands: COMMANDS.filter(({ topic }) => topic === CUSTOMER_COMMANDS),
    });
    const dependencies = [
      { name: 'database', check: () => database.ping() },
      { name: 'broker', check: () => server.checkReady() },
      { name: 'replies', check: () => client.checkReady() },
      ...events.dependencies,
    ];
    // Before the service is a member of its group, so that a start that waits for one can be seen.
    undo.later(await startOperationsServer({ host, port }, dependencies, metrics));
    await client.connect();
    const commands = new CommandBus(client);
    undo.later(await startCustomerRisk({ database, events: events.store, commands, logger, metrics }, server));
    return { ready: `customer-risk is ready; health on port ${port}`, stop: () => undo.all() };
  });
}
