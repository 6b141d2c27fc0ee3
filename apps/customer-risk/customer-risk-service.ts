import { CUSTOMER_COMMANDS, CUSTOMER_MAINTENANCE_COMMANDS } from '@probity/contracts/topics';
import { ROLES } from '@probity/persistence/roles';
import {
  MASTER_KEY_VARIABLES,
  masterKeys,
  type MasterKeySettings,
  PERSONAL_DATA_KEY_VARIABLES,
  personalDataKeys,
  type PersonalDataKeySettings,
} from '@probity/platform/keys/key-variables';
import { Sealer } from '@probity/platform/sealing';
import { type Service, WRITE_TIMEOUT_MS } from '@probity/service/service';
import { PROJECTIONS } from './projections';
import { startCustomerRisk } from './start-customer-risk';
import { sealedDataKeys } from './sealed-data-keys';

type Settings = MasterKeySettings & PersonalDataKeySettings;

/** Handles commands about customers, alerts and cases, and asks the pipeline to screen. */
export const customerRisk: Service<'events' | 'commands' | 'transport' | 'rebuild', Settings> = {
  name: 'customer-risk',
  role: ROLES.customerRisk,
  port: 3005,
  variables: { ...MASTER_KEY_VARIABLES, ...PERSONAL_DATA_KEY_VARIABLES },
  pool: { poolSize: 16, queryTimeoutMs: WRITE_TIMEOUT_MS },
  needs: ['events', 'commands', 'transport', 'rebuild'],
  operations: { schema: 'customer_risk', sealingKeys: masterKeys },
  masterKeys,
  personalDataKeys,
  topics: [CUSTOMER_COMMANDS, CUSTOMER_MAINTENANCE_COMMANDS],
  projections: PROJECTIONS,
  sealed: ({ database }, settings) => [sealedDataKeys(database, new Sealer(personalDataKeys(settings)))],
  start: async (parts) => ({ stop: await startCustomerRisk(parts, parts.transport) }),
};
