import type { CustomTransportStrategy } from '@nestjs/microservices';
import { createMicroservice } from '@probity/messaging/create-microservice';
import { type CustomerRiskDependencies, CustomerRiskModule } from './customer-risk.module';

/** Starts customer-risk on a transport; returns how to stop it. */
export async function startCustomerRisk(
  dependencies: CustomerRiskDependencies,
  transport: CustomTransportStrategy,
): Promise<() => Promise<void>> {
  const app = await createMicroservice(CustomerRiskModule.with(dependencies), transport, dependencies.logger);
  await app.listen();
  return () => app.close(); // the transport takes no more messages and waits for those in progress
}
