import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { RefusalFilter } from '@probity/messaging/refusal.filter';
import { NestLogger } from '@probity/platform/nest-logger';
import { EventIntake } from './ingestion/event-intake';
import { type PipelineDependencies, PipelineModule } from './pipeline.module';
import { Worker } from '@probity/platform/worker';
import { CustomerScreening } from './screening/customer-screening';
import { RescreenCustomers } from './screening/rescreen-customers';

/** Connections that the pipeline needs: for events that come in, those in process, screenings and reads. */
export const PIPELINE_CONNECTIONS = 12;

/** Starts the pipeline on a transport; answers how to stop it. */
export async function startPipeline(
  dependencies: PipelineDependencies,
  strategy: CustomTransportStrategy,
): Promise<() => Promise<void>> {
  const app = await NestFactory.createMicroservice(PipelineModule.with(dependencies), {
    strategy,
    logger: new NestLogger(dependencies.logger),
    abortOnError: false,
  });
  app.useGlobalFilters(new RefusalFilter(dependencies.logger));
  await app.get(CustomerScreening).refresh(); // who is ready can screen at once
  await app.listen();
  const worker = app.get(Worker);
  const rescreening = app.get(RescreenCustomers);
  worker.start();
  rescreening.start();
  return async () => {
    await app.close(); // the transport takes no more and waits for what it has taken
    await app.get(EventIntake).close();
    await Promise.all([worker.stop(), rescreening.stop()]);
  };
}
