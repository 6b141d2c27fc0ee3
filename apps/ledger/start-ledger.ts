import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { RefusalFilter } from '@probity/messaging/refusal.filter';
import { NestLogger } from '@probity/platform/nest-logger';
import { type LedgerDependencies, LedgerModule } from './ledger.module';
import { checkMasterKey } from './signing/master-key-check';
import { LedgerWriters } from './writer/ledger-writers';

/** Starts the ledger service on a transport; answers how to stop it. */
export async function startLedger(
  dependencies: LedgerDependencies,
  strategy: CustomTransportStrategy,
): Promise<() => Promise<void>> {
  await checkMasterKey(dependencies.database, dependencies.sealer);
  const app = await NestFactory.createMicroservice(LedgerModule.with(dependencies), {
    strategy,
    logger: new NestLogger(dependencies.logger),
    abortOnError: false,
  });
  app.useGlobalFilters(new RefusalFilter(dependencies.logger));
  await app.listen();
  return async () => {
    const writers = app.get(LedgerWriters);
    await app.close(); // the transport takes no more and waits for what it has taken
    await writers.close();
  };
}
