import { CUSTOMER_COMMANDS, CUSTOMER_MAINTENANCE_COMMANDS } from '@probity/contracts/topics';
import { ROLES } from '@probity/persistence/roles';
import { masterKey } from '@probity/platform/configuration';
import { type Service, WRITE_TIMEOUT_MS } from '@probity/service/service';
import { PROJECTIONS } from './projections';
import { startCustomerRisk } from './start-customer-risk';

interface Settings {
  PROBITY_MASTER_KEY: Buffer;
  PROBITY_PERSONAL_DATA_KEY: Buffer;
}

/** Handles commands about customers, alerts and cases, and asks the pipeline to screen. */
export const customerRisk: Service<'events' | 'commands' | 'transport' | 'rebuild', Settings> = {
  name: 'customer-risk',
  role: ROLES.customerRisk,
  port: 3005,
  variables: { PROBITY_MASTER_KEY: masterKey(), PROBITY_PERSONAL_DATA_KEY: masterKey() },
  pool: { poolSize: 16, queryTimeoutMs: WRITE_TIMEOUT_MS },
  needs: ['events', 'commands', 'transport', 'rebuild'],
  operations: { schema: 'customer_risk', sealingKey: ({ PROBITY_MASTER_KEY }) => PROBITY_MASTER_KEY },
  masterKey: ({ PROBITY_MASTER_KEY }) => PROBITY_MASTER_KEY,
  personalDataKey: ({ PROBITY_PERSONAL_DATA_KEY }) => PROBITY_PERSONAL_DATA_KEY,
  topics: [CUSTOMER_COMMANDS, CUSTOMER_MAINTENANCE_COMMANDS],
  projections: PROJECTIONS,
  start: async (parts) => ({ stop: await startCustomerRisk(parts, parts.transport) }),
};
