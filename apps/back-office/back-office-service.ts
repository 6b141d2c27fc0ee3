import { TENANT_STREAM_PREFIX } from '@probity/contracts/tenants/events';
import { openEventStore } from '@probity/event-store/open-event-store';
import { projectionFollower } from '@probity/event-store/projection-follower';
import { CommandBus } from '@probity/messaging/command-bus';
import { KafkaClient } from '@probity/messaging/kafka/kafka-client';
import { kafkaOf } from '@probity/messaging/kafka/kafka-connection';
import { openServiceDatabase } from '@probity/persistence/open-service-database';
import { ROLES } from '@probity/persistence/roles';
import { closeGracefully } from '@probity/platform/http/close-gracefully';
import { listenOn } from '@probity/platform/http/operations-server';
import { createLogger } from '@probity/platform/logging';
import { Metrics } from '@probity/platform/metrics';
import type { RunningService } from '@probity/platform/run-service';
import { Undo } from '@probity/platform/undo';
import { projectTenantEvents, type RecordedTenantEvent } from '@probity/read-side/tenants/tenant-projection';
import type { Configuration } from './configuration';
import { createBackOffice } from './create-back-office';

const WRITE_TIMEOUT_MS = 30_000;

/** The back office by itself: commands go over Kafka. */
export function startBackOfficeService(
  configuration: Configuration,
  onLost: (error: Error) => void,
): Promise<RunningService> {
  return Undo.onFailure(async (undo) => {
    const { host, port, instance, databaseUrl, eventStoreUrl, operatorToken, kafka: settings } = configuration;
    const logger = createLogger(configuration.logLevel).child({ service: 'back-office', instance });

    const timeout = { queryTimeoutMs: WRITE_TIMEOUT_MS };
    const database = await openServiceDatabase('back-office', databaseUrl, ROLES.backOffice, logger, timeout);
    undo.later(() => database.close());
    const events = await openEventStore(eventStoreUrl, database);
    undo.later(events.close);
    if (!events.isAtomic) {
      const follower = projectionFollower({
        service: 'back-office',
        prefix: TENANT_STREAM_PREFIX,
        store: events.store,
        database,
        logger,
        projection: (sql, recorded) => projectTenantEvents(sql, recorded as RecordedTenantEvent[]),
      });
      follower.start();
      undo.later(() => follower.stop());
    }
    const client = new KafkaClient({
      kafka: kafkaOf(settings, instance, logger),
      topicPrefix: settings.topicPrefix,
      service: 'back-office',
      instance,
      logger,
      onDead: onLost,
    });
    undo.later(() => client.close());
    await client.connect();

    const backOffice = await createBackOffice({
      database,
      events: events.store,
      commands: new CommandBus(client),
      logger,
      metrics: new Metrics(),
      dependencies: [
        { name: 'database', check: () => database.ping() },
        { name: 'broker', check: () => client.checkReady() },
        ...events.dependencies,
      ],
      operatorToken,
    });
    undo.later(() => closeGracefully(backOffice));
    await listenOn(backOffice, { host, port });
    return { ready: `back office is ready on port ${port}`, stop: () => undo.all() };
  });
}
