import { LEDGER_COMMANDS, MAINTENANCE_COMMANDS } from '@probity/contracts/topics';
import { ROLES } from '@probity/persistence/roles';
import { MASTER_KEY_VARIABLES, masterKeys, type MasterKeySettings } from '@probity/platform/keys/key-variables';
import { Sealer } from '@probity/platform/sealing';
import { type Service, WRITE_TIMEOUT_MS } from '@probity/service/service';
import { PROJECTIONS } from './projections';
import { startLedger } from './start-ledger';
import { sealedSigningKeys } from './signing/sealed-signing-keys';

/** Handles the commands of ledgers, and stores their events. Several instances share the partitions. */
export const ledger: Service<'events' | 'transport' | 'rebuild', MasterKeySettings> = {
  name: 'ledger',
  role: ROLES.ledger,
  port: 3002,
  variables: MASTER_KEY_VARIABLES,
  pool: { poolSize: 16, queryTimeoutMs: WRITE_TIMEOUT_MS },
  maintenancePool: { poolSize: 4 },
  needs: ['events', 'transport', 'rebuild'],
  operations: { schema: 'ledger', sealingKeys: masterKeys },
  masterKeys,
  topics: [LEDGER_COMMANDS, MAINTENANCE_COMMANDS],
  projections: PROJECTIONS,
  sealed: ({ database, store }, settings) => sealedSigningKeys(database, new Sealer(masterKeys(settings)), store),
  start: async (parts, settings) => ({
    stop: await startLedger({ ...parts, sealer: new Sealer(masterKeys(settings)) }, parts.transport),
  }),
};
