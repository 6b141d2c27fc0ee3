import {
  CUSTOMER_EVENTS,
  MONITORING_COMMANDS,
  PIPELINE_COMMANDS,
  PIPELINE_MAINTENANCE_COMMANDS,
  PROVIDER_COMMANDS,
  WATCHLIST_COMMANDS,
} from '@probity/contracts/topics';
import { ROLES } from '@probity/persistence/roles';
import { portList, trueOrFalse } from '@probity/platform/configuration';
import {
  MASTER_KEY_VARIABLES,
  masterKeys,
  type MasterKeySettings,
  PERSONAL_DATA_KEY_VARIABLES,
  personalDataKeys,
  type PersonalDataKeySettings,
} from '@probity/platform/keys/key-variables';
import { PluginRegistry } from '@probity/providers/registry';
import { Sealer } from '@probity/platform/sealing';
import { type Service, WRITE_TIMEOUT_MS } from '@probity/service/service';
import { type PrivateNetwork, privateNetworks } from '@probity/targets/private-networks';
import { PROJECTIONS } from './projections';
import { startPipeline } from './start-pipeline';
import { sealedInPipeline } from './providers/sealed-in-pipeline';

interface Settings extends MasterKeySettings, PersonalDataKeySettings {
  PROVIDER_PORTS: number[];
  PROVIDER_ALLOW_LOOPBACK: boolean;
  PROVIDER_ALLOWED_NETWORKS: PrivateNetwork[];
}

/** Processes events, screens customers, owns lists, rules and providers, and reports its findings to customer-risk. */
export const pipeline: Service<'events' | 'commands' | 'transport' | 'rebuild', Settings> = {
  name: 'pipeline',
  inBackground: true,
  role: ROLES.pipeline,
  port: 3006,
  variables: {
    ...MASTER_KEY_VARIABLES,
    ...PERSONAL_DATA_KEY_VARIABLES,
    PROVIDER_PORTS: portList({ default: [] }),
    PROVIDER_ALLOW_LOOPBACK: trueOrFalse({ default: false }),
    PROVIDER_ALLOWED_NETWORKS: privateNetworks({ default: [] }),
  },
  // for new events, events in process, screenings and reads
  pool: { poolSize: 12, queryTimeoutMs: WRITE_TIMEOUT_MS, prefersIndexes: true },
  maintenancePool: { poolSize: 6 },
  needs: ['events', 'commands', 'transport', 'rebuild'],
  operations: { schema: 'pipeline', sealingKeys: masterKeys },
  masterKeys,
  personalDataKeys,
  topics: [
    PIPELINE_COMMANDS,
    PIPELINE_MAINTENANCE_COMMANDS,
    WATCHLIST_COMMANDS,
    MONITORING_COMMANDS,
    PROVIDER_COMMANDS,
    CUSTOMER_EVENTS,
  ],
  projections: PROJECTIONS,
  sealed: ({ database, store }, settings) => sealedInPipeline(database, new Sealer(masterKeys(settings)), store),
  start: async (parts, settings) => {
    if (settings.PROVIDER_ALLOW_LOOPBACK) {
      parts.logger.warn(
        'PROVIDER_ALLOW_LOOPBACK is on: providers may be on this machine, without TLS; use it for development only',
      );
    }
    const targets = {
      allowedPorts: new Set(settings.PROVIDER_PORTS),
      allowInsecureLoopback: settings.PROVIDER_ALLOW_LOOPBACK,
      privateNetworks: settings.PROVIDER_ALLOWED_NETWORKS,
    };
    const dependencies = { ...parts, masterKeys: masterKeys(settings), plugins: PluginRegistry.load(), targets };
    return { stop: await startPipeline(dependencies, parts.transport) };
  },
};
