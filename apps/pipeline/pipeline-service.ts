import {
  CUSTOMER_EVENTS,
  MONITORING_COMMANDS,
  PIPELINE_COMMANDS,
  PROVIDER_COMMANDS,
  WATCHLIST_COMMANDS,
} from '@probity/contracts/topics';
import { ROLES } from '@probity/persistence/roles';
import { masterKey } from '@probity/platform/configuration';
import { PluginRegistry } from '@probity/providers/registry';
import { type Service, WRITE_TIMEOUT_MS } from '@probity/service/service';
import { ProviderFailure } from '@probity/providers/provider-api';
import { PROJECTIONS } from './projections';
import type { ProviderClients } from './providers/provider-checks';
import { startPipeline } from './start-pipeline';

interface Settings {
  PROBITY_MASTER_KEY: Buffer;
}

/** Processes events, screens customers, owns lists, rules and providers, and reports its findings to customer-risk. */
export const pipeline: Service<'events' | 'commands' | 'transport', Settings> = {
  name: 'pipeline',
  role: ROLES.pipeline,
  port: 3006,
  variables: { PROBITY_MASTER_KEY: masterKey() },
  // for new events, events in process, screenings and reads
  pool: { poolSize: 12, queryTimeoutMs: WRITE_TIMEOUT_MS },
  maintenancePool: { poolSize: 6 },
  needs: ['events', 'commands', 'transport'],
  topics: [PIPELINE_COMMANDS, WATCHLIST_COMMANDS, MONITORING_COMMANDS, PROVIDER_COMMANDS, CUSTOMER_EVENTS],
  projections: PROJECTIONS,
  start: async (parts, { PROBITY_MASTER_KEY }) => {
    const dependencies = { ...parts, masterKey: PROBITY_MASTER_KEY, plugins: PluginRegistry.load(), clients };
    return { stop: await startPipeline(dependencies, parts.transport) };
  },
};

const clients: ProviderClients = {
  api: () => {
    throw new ProviderFailure('unreachable', 'calls are not available yet');
  },
  health: () => ({ circuit: 'closed', calls: 0, failures: 0, average_ms: null }),
};
