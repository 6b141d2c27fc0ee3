import { CUSTOMER_EVENTS, MONITORING_COMMANDS, PIPELINE_COMMANDS, WATCHLIST_COMMANDS } from '@probity/contracts/topics';
import { ROLES } from '@probity/persistence/roles';
import { type Service, WRITE_TIMEOUT_MS } from '@probity/service/service';
import { PROJECTIONS } from './projections';
import { startPipeline } from './start-pipeline';

/** Processes events, screens customers, owns lists and rules, and reports its findings to customer-risk. */
export const pipeline: Service<'events' | 'commands' | 'transport'> = {
  name: 'pipeline',
  role: ROLES.pipeline,
  port: 3006,
  // for new events, events in process, screenings and reads
  pool: { poolSize: 12, queryTimeoutMs: WRITE_TIMEOUT_MS },
  maintenancePool: { poolSize: 6 },
  needs: ['events', 'commands', 'transport'],
  topics: [PIPELINE_COMMANDS, WATCHLIST_COMMANDS, MONITORING_COMMANDS, CUSTOMER_EVENTS],
  projections: PROJECTIONS,
  start: async (parts) => ({ stop: await startPipeline(parts, parts.transport) }),
};
