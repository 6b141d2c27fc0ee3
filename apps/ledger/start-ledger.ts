import type { CustomTransportStrategy } from '@nestjs/microservices';
import { createMicroservice } from '@probity/messaging/create-microservice';
import type { Logger } from '@probity/platform/logging';
import { type LedgerDependencies, LedgerModule } from './ledger.module';
import { PostTransactionHandler } from './posting/post-transaction.handler';
import { rehearsePostings } from './posting/rehearse-postings';
import { checkMasterKey } from './signing/master-key-check';
import { SigningKeys } from './signing/signing-keys';
import { TreeNodes } from './commits/tree-nodes';
import { takeOverLedgers } from './commits/take-over-ledgers';
import { LedgerLoader } from './writer/ledger-loader';
import { LedgerWriters } from './writer/ledger-writers';

/** Starts the ledger service on a transport. Returns the function that stops the service. */
export async function startLedger(
  dependencies: LedgerDependencies,
  transport: CustomTransportStrategy,
): Promise<() => Promise<void>> {
  const { database, sealer, logger } = dependencies;
  const app = await createMicroservice(LedgerModule.with(dependencies), transport, logger);
  const keys = app.get(SigningKeys);
  await checkMasterKey(database, sealer, keys);
  await recordOlderKeys(keys, logger);
  const postings = app.get(PostTransactionHandler);
  await rehearsePostings({ ...dependencies, rehearse: (tenantId, payload) => postings.rehearse(tenantId, payload) });
  await app.listen();
  const writers = app.get(LedgerWriters);
  const loader = app.get(LedgerLoader);
  const stopping = new AbortController();
  const takeOver = (ledgerId: string) => writers.of(ledgerId).exclusively(() => loader.load(ledgerId));
  const nodes = app.get(TreeNodes);
  const takenOver = takeOverLedgers({ database, logger, takeOver }, stopping.signal)
    .then(() => nodes.fillAll(stopping.signal))
    .catch((err: unknown) =>
      logger.error({ err }, 'the ledgers of an older version cannot be read; the next start takes them over'),
    );
  return async () => {
    stopping.abort();
    await app.close(); // the transport takes no more messages and waits for those in progress
    await takenOver;
    await writers.close();
    await nodes.close();
  };
}

async function recordOlderKeys(keys: SigningKeys, logger: Logger): Promise<void> {
  const recorded = await keys.recordOlder();
  if (recorded > 0) logger.info({ recorded }, 'put the signing keys of an older version into events');
}
