import type { DynamicModule, INestApplication, INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { Logger } from '@probity/platform/logging';
import { NestLogger } from '@probity/platform/nest-logger';
import { RefusalFilter } from './refusal.filter';

/** Connects the handlers of a service to a transport. They receive no messages before `listen` is called. */
export async function createMicroservice(
  module: DynamicModule,
  strategy: CustomTransportStrategy,
  logger: Logger,
): Promise<INestMicroservice> {
  const app = await NestFactory.createMicroservice(module, {
    strategy,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  app.useGlobalFilters(new RefusalFilter(logger));
  return app;
}

/** Connects the handlers of an HTTP application to a transport as well. They receive messages from now on. */
export async function connectTransport(
  app: INestApplication,
  strategy: CustomTransportStrategy,
  logger: Logger,
): Promise<void> {
  // Without deferring, the handlers would be bound before the filter is set.
  const microservice = app.connectMicroservice({ strategy }, { deferInitialization: true });
  microservice.useGlobalFilters(new RefusalFilter(logger));
  await app.startAllMicroservices();
}
