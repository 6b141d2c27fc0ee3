import { COMMANDS } from '@probity/contracts/commands';
import { ALERT_EVENTS, WEBHOOK_COMMANDS } from '@probity/contracts/topics';
import { kafkaOf } from '@probity/messaging/kafka/kafka-connection';
import { KafkaServer } from '@probity/messaging/kafka/kafka-server';
import { openServiceDatabase } from '@probity/persistence/open-service-database';
import { ROLES } from '@probity/persistence/roles';
import { startOperationsServer } from '@probity/platform/http/operations-server';
import { createLogger } from '@probity/platform/logging';
import { Metrics } from '@probity/platform/metrics';
import type { RunningService } from '@probity/platform/run-service';
import { Sealer } from '@probity/platform/sealing';
import { Undo } from '@probity/platform/undo';
import type { Configuration } from './configuration';
import { startWebhookDispatcher, WEBHOOK_CONNECTIONS } from './start-webhook-dispatcher';

const WRITE_TIMEOUT_MS = 30_000;

/** The webhook dispatcher by itself: facts and commands come over Kafka; several instances share the queue. */
export function startWebhookDispatcherService(
  configuration: Configuration,
  onLost: (error: Error) => void,
): Promise<RunningService> {
  return Undo.onFailure(async (undo) => {
    const { host, port, instance, databaseUrl, kafka: settings, masterKey, targets } = configuration;
    const logger = createLogger(configuration.logLevel).child({ service: 'webhook-dispatcher', instance });
    const metrics = new Metrics();
    if (targets.allowInsecureLoopback) {
      logger.warn('WEBHOOK_ALLOW_LOOPBACK is on: webhooks may go to this machine, without TLS; for development only');
    }

    const pool = { poolSize: WEBHOOK_CONNECTIONS, queryTimeoutMs: WRITE_TIMEOUT_MS };
    const role = ROLES.webhookDispatcher;
    const database = await openServiceDatabase('webhook-dispatcher', databaseUrl, role, logger, pool);
    undo.later(() => database.close());

    const server = new KafkaServer({
      kafka: kafkaOf(settings, instance, logger),
      topicPrefix: settings.topicPrefix,
      service: 'webhook-dispatcher',
      topics: [WEBHOOK_COMMANDS, ALERT_EVENTS],
      commands: COMMANDS.filter(({ topic }) => topic === WEBHOOK_COMMANDS),
      logger,
      onDead: onLost,
    });
    const dependencies = [
      { name: 'database', check: () => database.ping() },
      { name: 'broker', check: () => server.checkReady() },
    ];
    // Before the service is a member of its groups, so that a start that waits for one can be seen.
    undo.later(await startOperationsServer({ host, port }, dependencies, metrics));
    const parts = { database, sealer: new Sealer(masterKey), targets, logger, metrics };
    undo.later(await startWebhookDispatcher(parts, server));
    return { ready: `webhook-dispatcher is ready; health on port ${port}`, stop: () => undo.all() };
  });
}
