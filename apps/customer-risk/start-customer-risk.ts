import type { CustomTransportStrategy } from '@nestjs/microservices';
import { createMicroservice } from '@probity/messaging/create-microservice';
import { EmailKeys } from './customers/email-keys';
import { SearchTerms } from './search/search-terms';
import { type CustomerRiskDependencies, CustomerRiskModule } from './customer-risk.module';

/** Starts customer-risk on a transport; returns how to stop it. */
export async function startCustomerRisk(
  dependencies: Omit<CustomerRiskDependencies, 'emailKeys'>,
  transport: CustomTransportStrategy,
): Promise<() => Promise<void>> {
  const { database, logger } = dependencies;
  const emailKeys = new EmailKeys(database, logger);
  emailKeys.start();
  const searchTerms = new SearchTerms(database, logger);
  searchTerms.start();
  const app = await createMicroservice(CustomerRiskModule.with({ ...dependencies, emailKeys }), transport, logger);
  await app.listen();
  return async () => {
    await app.close(); // the transport takes no more messages and waits for those in progress
    await Promise.all([emailKeys.stop(), searchTerms.stop()]);
  };
}
