import type { CustomTransportStrategy } from '@nestjs/microservices';
import { createMicroservice } from '@probity/messaging/create-microservice';
import { type LedgerDependencies, LedgerModule } from './ledger.module';
import { PostTransactionHandler } from './posting/post-transaction.handler';
import { rehearsePostings } from './posting/rehearse-postings';
import { checkMasterKey } from './signing/master-key-check';
import { LedgerWriters } from './writer/ledger-writers';

/** Starts the ledger service on a transport. Returns the function that stops the service. */
export async function startLedger(
  dependencies: LedgerDependencies,
  transport: CustomTransportStrategy,
): Promise<() => Promise<void>> {
  await checkMasterKey(dependencies.database, dependencies.sealer);
  const app = await createMicroservice(LedgerModule.with(dependencies), transport, dependencies.logger);
  const postings = app.get(PostTransactionHandler);
  await rehearsePostings({ ...dependencies, rehearse: (tenantId, payload) => postings.rehearse(tenantId, payload) });
  await app.listen();
  return async () => {
    const writers = app.get(LedgerWriters);
    await app.close(); // the transport takes no more messages and waits for those in progress
    await writers.close();
  };
}
