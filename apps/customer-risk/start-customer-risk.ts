import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { RefusalFilter } from '@probity/messaging/refusal.filter';
import { NestLogger } from '@probity/platform/nest-logger';
import { type CustomerRiskDependencies, CustomerRiskModule } from './customer-risk.module';

/** Starts customer-risk on a transport; answers how to stop it. */
export async function startCustomerRisk(
  dependencies: CustomerRiskDependencies,
  strategy: CustomTransportStrategy,
): Promise<() => Promise<void>> {
  const app = await NestFactory.createMicroservice(CustomerRiskModule.with(dependencies), {
    strategy,
    logger: new NestLogger(dependencies.logger),
    abortOnError: false,
  });
  app.useGlobalFilters(new RefusalFilter(dependencies.logger));
  await app.listen();
  return () => app.close(); // the transport takes no more and waits for what it has taken
}
