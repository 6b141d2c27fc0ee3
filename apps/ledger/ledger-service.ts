import { COMMANDS } from '@probity/contracts/commands';
import { LEDGER_STREAM_PREFIX } from '@probity/contracts/ledger/events';
import { LEDGER_COMMANDS, MAINTENANCE_COMMANDS } from '@probity/contracts/topics';
import { openEventStore } from '@probity/event-store/open-event-store';
import { projectionFollower } from '@probity/event-store/projection-follower';
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
import { projectLedgerEvents, type RecordedLedgerEvent } from '@probity/read-side/ledger/ledger-projection';
import type { Configuration } from './configuration';
import { startLedger } from './start-ledger';

const CONNECTIONS = 16;
const WRITE_TIMEOUT_MS = 30_000;
const TOPICS = [LEDGER_COMMANDS, MAINTENANCE_COMMANDS];

/** The ledger service by itself: commands come over Kafka, of which several instances share the partitions. */
export function startLedgerService(
  configuration: Configuration,
  onLost: (error: Error) => void,
): Promise<RunningService> {
  return Undo.onFailure(async (undo) => {
    const { host, port, instance, databaseUrl, eventStoreUrl, masterKey, kafka: settings } = configuration;
    const logger = createLogger(configuration.logLevel).child({ service: 'ledger', instance });
    const metrics = new Metrics();

    const pool = { poolSize: CONNECTIONS, queryTimeoutMs: WRITE_TIMEOUT_MS };
    const database = await openServiceDatabase('ledger', databaseUrl, ROLES.ledger, logger, pool);
    undo.later(() => database.close());
    const few = { poolSize: 4 };
    const maintenance = await openServiceDatabase('ledger-maintenance', databaseUrl, ROLES.ledger, logger, few);
    undo.later(() => maintenance.close());

    const events = await openEventStore(eventStoreUrl, database);
    undo.later(events.close);
    if (!events.isAtomic) {
      const follower = projectionFollower({
        service: 'ledger',
        prefix: LEDGER_STREAM_PREFIX,
        store: events.store,
        database: maintenance,
        logger,
        projection: (sql, recorded) => projectLedgerEvents(sql, recorded as RecordedLedgerEvent[]),
      });
      follower.start();
      undo.later(() => follower.stop());
    }

    const server = new KafkaServer({
      kafka: kafkaOf(settings, instance, logger),
      topicPrefix: settings.topicPrefix,
      service: 'ledger',
      topics: TOPICS,
      commands: COMMANDS.filter(({ topic }) => TOPICS.includes(topic)),
      logger,
      onDead: onLost,
    });
    const dependencies = [
      { name: 'database', check: () => database.ping() },
      { name: 'broker', check: () => server.checkReady() },
      ...events.dependencies,
    ];
    // Before the service is a member of its group, so that a start that waits for one can be seen.
    undo.later(await startOperationsServer({ host, port }, dependencies, metrics));
    const sealer = new Sealer(masterKey);
    undo.later(await startLedger({ database, maintenance, events: events.store, sealer, logger, metrics }, server));
    return { ready: `ledger is ready; health on port ${port}`, stop: () => undo.all() };
  });
}
