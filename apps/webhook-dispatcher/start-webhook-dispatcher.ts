import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { RefusalFilter } from '@probity/messaging/refusal.filter';
import { NestLogger } from '@probity/platform/nest-logger';
import { Dispatcher } from './delivery/dispatcher';
import { FanOut } from './fan-out/fan-out';
import { Housekeeping } from './housekeeping/housekeeping';
import { type WebhookDispatcherDependencies, WebhookDispatcherModule } from './webhook-dispatcher.module';

/** Connections that the dispatcher needs: for claims, outcomes, fan-out, housekeeping and commands. */
export const WEBHOOK_CONNECTIONS = 8;

/** Starts the webhook dispatcher on a transport; answers how to stop it. */
export async function startWebhookDispatcher(
  dependencies: WebhookDispatcherDependencies,
  strategy: CustomTransportStrategy,
): Promise<() => Promise<void>> {
  const app = await NestFactory.createMicroservice(WebhookDispatcherModule.with(dependencies), {
    strategy,
    logger: new NestLogger(dependencies.logger),
    abortOnError: false,
  });
  app.useGlobalFilters(new RefusalFilter(dependencies.logger));
  await app.listen();
  const [dispatcher, housekeeping] = [app.get(Dispatcher), app.get(Housekeeping)];
  dispatcher.start();
  housekeeping.start();
  return async () => {
    await app.close(); // the transport takes no more and waits for what it has taken
    await app.get(FanOut).close();
    await Promise.all([dispatcher.stop(), housekeeping.stop()]);
  };
}
