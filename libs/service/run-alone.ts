import { Connection } from '@probity/event-store/eventstoredb/connection';
import { kafkaTransport } from '@probity/messaging/kafka/kafka-transport';
import { readKeySources } from '@probity/platform/keys/key-sources';
import { listenOn, startOperationsServer } from '@probity/platform/http/operations-server';
import { createLogger } from '@probity/platform/logging';
import { runInBackground } from '@probity/platform/background-priority';
import { LostDependencies } from '@probity/platform/lost-dependencies';
import { Metrics } from '@probity/platform/metrics';
import { markHeapRarely } from '@probity/platform/rare-heap-marking';
import { runService } from '@probity/platform/run-service';
import { StartWaits } from '@probity/platform/start-waits';
import { Undo } from '@probity/platform/undo';
import { instanceId, readEnvironment } from './environment';
import type { Needs, Service } from './service';
import { startService } from './start-service';

/**
 * Runs a service in its own process. Commands and facts go over Kafka, and the instances of a service share the
 * partitions. A service without an API serves only its health and metrics.
 */
export function runAlone<Need extends keyof Needs, Settings>(service: Service<Need, Settings>): void {
  if (service.inBackground) runInBackground();
  else markHeapRarely();
  runService(service.name, (onLost, signal) =>
    Undo.onFailure(async (undo) => {
      const read = readEnvironment(service, await readKeySources(process.env));
      const address = { host: read.HOST, port: read.PORT };
      const instance = instanceId(read.INSTANCE_ID);
      const metrics = new Metrics();
      const eventStore = read.EVENTSTORE_URL === undefined ? undefined : new Connection(read.EVENTSTORE_URL);
      undo.later(async () => eventStore?.close());

      const lost = new LostDependencies();
      undo.later(async () => lost.stop());
      const logger = createLogger(read.LOG_LEVEL, lost).child({ instance });
      const { http } = await startService(service, read as Settings, instance, {
        undo,
        logger,
        lost,
        waits: new StartWaits(logger.child({ service: service.name }), signal),
        metrics,
        access: (role) => ({ url: read.DATABASE_URL, role }),
        eventStore,
        transport: kafkaTransport(read.kafka, onLost),
        serveHealth: (dependencies) => startOperationsServer(address, dependencies, metrics),
      });
      if (http) await listenOn(http, address);
      const ready = {
        message: `${service.name} is ready on port ${address.port}`,
        fields: { instance, port: address.port },
      };
      return { ready, stop: () => undo.all() };
    }),
  );
}
