import type { CustomTransportStrategy } from '@nestjs/microservices';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { createMicroservice } from '@probity/messaging/create-microservice';
import { adoptOlderEntries } from '@probity/read-side/audit/adopt-entries';
import { Dispatcher } from './delivery/dispatcher';
import { watchQueue } from './delivery/watch-queue';
import { adoptOlderEndpoints } from './endpoints/adopt-older-endpoints';
import { sealOlderSecrets } from './endpoints/seal-older-secrets';
import { FanOut } from './fan-out/fan-out';
import { Housekeeping } from './housekeeping/housekeeping';
import { type WebhookDispatcherDependencies, WebhookDispatcherModule } from './webhook-dispatcher.module';

/** Starts the webhook dispatcher on a transport; returns how to stop it. */
export async function startWebhookDispatcher(
  dependencies: WebhookDispatcherDependencies,
  transport: CustomTransportStrategy,
): Promise<() => Promise<void>> {
  const { database, sealer, logger } = dependencies;
  const sealed = await sealOlderSecrets(database, sealer, logger);
  if (sealed > 0) logger.warn({ sealed }, 'sealed secrets of webhooks for their receivers, once');
  const app = await createMicroservice(WebhookDispatcherModule.with(dependencies), transport, logger);
  await adoptOlderEntries(app.get(AggregateStore), database, logger, 'webhooks', 'true');
  await adoptOlderEndpoints(app.get(AggregateStore), database, sealer, logger);
  await app.listen();
  const [dispatcher, housekeeping] = [app.get(Dispatcher), app.get(Housekeeping)];
  watchQueue(dependencies.metrics, dependencies.database, dependencies.logger);
  dispatcher.start();
  housekeeping.start();
  return async () => {
    await app.close(); // the transport takes no more messages and waits for those in progress
    await app.get(FanOut).close();
    await Promise.all([dispatcher.stop(), housekeeping.stop()]);
  };
}
