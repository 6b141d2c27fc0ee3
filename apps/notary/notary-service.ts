import { LOG_COMMANDS } from '@probity/contracts/topics';
import { createMicroservice } from '@probity/messaging/create-microservice';
import { ROLES } from '@probity/persistence/roles';
import { MASTER_KEY_VARIABLES, masterKeys, type MasterKeySettings } from '@probity/platform/keys/key-variables';
import { Sealer } from '@probity/platform/sealing';
import { systemClock } from '@probity/platform/clock';
import { shown } from '@probity/platform/shown';
import { type Service, WRITE_TIMEOUT_MS } from '@probity/service/service';
import { COPY_VARIABLES, type CopySettings } from './copies/copy-variables';
import { type CopyTarget, nameOf } from './copies/copy-target';
import type { CopyOutcome } from './copies/target-copies';
import { targetsOf } from './copies/targets-of';
import { sealedCheckpointKeys } from './keys/sealed-checkpoint-keys';
import { Notary } from './notary';
import { NotaryModule } from './notary.module';
import { PROJECTIONS } from './projections';
import { watchNotary } from './watch-notary';

/**
 * Keeps a log of all events of each tenant, signs its checkpoints, copies them outside, and verifies them. One instance is
 * active, the others stand by.
 */
export const notary: Service<'events' | 'transport', MasterKeySettings & CopySettings> = {
  name: 'notary',
  inBackground: true,
  role: ROLES.notary,
  port: 3008,
  variables: { ...MASTER_KEY_VARIABLES, ...COPY_VARIABLES },
  // for the lock of the follower, the events, the logs and their projections, copies of them, and for verifications
  pool: { poolSize: 10, queryTimeoutMs: WRITE_TIMEOUT_MS },
  needs: ['events', 'transport'],
  topics: [LOG_COMMANDS],
  projections: PROJECTIONS,
  sealed: ({ database, store }, settings) => [sealedCheckpointKeys(database, new Sealer(masterKeys(settings)), store)],
  start: async ({ events, database, transport, logger, metrics }, settings) => {
    const sealer = new Sealer(masterKeys(settings));
    const copies = {
      targets: targetsOf(settings, process.env, systemClock),
      intervalMs: settings.CHECKPOINT_COPY_SECONDS * 1_000,
      count: (target: CopyTarget, outcome: CopyOutcome) => metrics.countCheckpointCopy(nameOf(target), outcome),
    };
    const running = new Notary({ events, database, sealer, logger, now: systemClock, copies });
    watchNotary(metrics, running, logger);
    await running.start();
    const module = NotaryModule.with({ events, sql: database, keys: running.keys });
    const app = await createMicroservice(module, transport, logger);
    await app.listen();
    return {
      dependencies: [
        { name: 'signing', check: () => running.checkReady() },
        { name: 'logs', check: () => goOn(running) },
      ],
      stop: async () => {
        await app.close(); // the transport takes no more messages and waits for those in progress
        await running.stop();
      },
    };
  },
};

async function goOn({ stopped, unlogged }: Notary): Promise<void> {
  const { count, first } = await stopped.count();
  if (count > 0) throw new Error(`${count} logs have stopped, one of them is ${first}; see notary.stopped_logs`);
  const { reported } = unlogged;
  if (reported.length > 0)
    throw new Error(`no log gets the events of ${reported.length} streams, one of them is ${shown(reported[0]!)}`);
}
