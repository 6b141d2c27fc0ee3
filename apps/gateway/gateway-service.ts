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
import type { Configuration } from './configuration';
import { createGateway } from './create-gateway';

const READ_TIMEOUT_MS = 5_000;

/** The gateway by itself: commands go over Kafka. */
export function startGatewayService(
  configuration: Configuration,
  onLost: (error: Error) => void,
): Promise<RunningService> {
  return Undo.onFailure(async (undo) => {
    const { host, port, instance, databaseUrl, kafka: settings } = configuration;
    const logger = createLogger(configuration.logLevel).child({ service: 'gateway', instance });

    const timeout = { queryTimeoutMs: READ_TIMEOUT_MS };
    const database = await openServiceDatabase('gateway', databaseUrl, ROLES.gateway, logger, timeout);
    undo.later(() => database.close());
    const client = new KafkaClient({
      kafka: kafkaOf(settings, instance, logger),
      topicPrefix: settings.topicPrefix,
      service: 'gateway',
      instance,
      logger,
      onDead: onLost,
    });
    undo.later(() => client.close());
    await client.connect();

    const gateway = await createGateway({
      database,
      commands: new CommandBus(client),
      logger,
      metrics: new Metrics(),
      topicPrefix: settings.topicPrefix,
      dependencies: [
        { name: 'database', check: () => database.ping() },
        { name: 'broker', check: () => client.checkReady() },
      ],
    });
    undo.later(() => closeGracefully(gateway));
    await listenOn(gateway, { host, port });
    return { ready: `gateway is ready on port ${port}`, stop: () => undo.all() };
  });
}
