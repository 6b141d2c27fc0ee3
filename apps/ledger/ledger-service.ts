import { LEDGER_COMMANDS, MAINTENANCE_COMMANDS } from '@probity/contracts/topics';
import { ROLES } from '@probity/persistence/roles';
import { masterKey } from '@probity/platform/configuration';
import { Sealer } from '@probity/platform/sealing';
import { type Service, WRITE_TIMEOUT_MS } from '@probity/service/service';
import { PROJECTIONS } from './projections';
import { startLedger } from './start-ledger';

/** Handles the commands of ledgers, and stores their events. Several instances share the partitions. */
export const ledger: Service<'events' | 'transport', { PROBITY_MASTER_KEY: Buffer }> = {
  name: 'ledger',
  role: ROLES.ledger,
  port: 3002,
  variables: { PROBITY_MASTER_KEY: masterKey() },
  pool: { poolSize: 16, queryTimeoutMs: WRITE_TIMEOUT_MS },
  maintenancePool: { poolSize: 4 },
  needs: ['events', 'transport'],
  operations: { schema: 'ledger', sealingKey: ({ PROBITY_MASTER_KEY }) => PROBITY_MASTER_KEY },
  masterKey: ({ PROBITY_MASTER_KEY }) => PROBITY_MASTER_KEY,
  topics: [LEDGER_COMMANDS, MAINTENANCE_COMMANDS],
  projections: PROJECTIONS,
  start: async (parts, { PROBITY_MASTER_KEY }) => ({
    stop: await startLedger({ ...parts, sealer: new Sealer(PROBITY_MASTER_KEY) }, parts.transport),
  }),
};
