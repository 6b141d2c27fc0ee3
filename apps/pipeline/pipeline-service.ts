import { RULE_STREAM_PREFIX } from '@probity/contracts/monitoring-rules/events';
import { CUSTOMER_EVENTS, MONITORING_COMMANDS, PIPELINE_COMMANDS, WATCHLIST_COMMANDS } from '@probity/contracts/topics';
import { WATCHLIST_STREAM_PREFIX } from '@probity/contracts/watchlists/events';
import { followedProjection } from '@probity/event-store/projection-follower';
import { ROLES } from '@probity/persistence/roles';
import { projectRuleEvents } from '@probity/read-side/monitoring-rules/rule-projection';
import { projectWatchlistEvents } from '@probity/read-side/watchlists/watchlist-projection';
import { type Service, WRITE_TIMEOUT_MS } from '@probity/service/service';
import { startPipeline } from './start-pipeline';

/** Handles events, screenings, lists and rules, follows the facts of customers, and reports findings. */
export const pipeline: Service<'events' | 'commands' | 'transport'> = {
  name: 'pipeline',
  role: ROLES.pipeline,
  port: 3006,
  // for events that come in, those in process, screenings and reads
  pool: { poolSize: 12, queryTimeoutMs: WRITE_TIMEOUT_MS },
  maintenancePool: { poolSize: 6 },
  needs: ['events', 'commands', 'transport'],
  topics: [PIPELINE_COMMANDS, WATCHLIST_COMMANDS, MONITORING_COMMANDS, CUSTOMER_EVENTS],
  projections: [
    followedProjection(`pipeline-${WATCHLIST_STREAM_PREFIX}`, WATCHLIST_STREAM_PREFIX, projectWatchlistEvents),
    followedProjection(`pipeline-${RULE_STREAM_PREFIX}`, RULE_STREAM_PREFIX, projectRuleEvents),
  ],
  start: async (parts) => ({ stop: await startPipeline(parts, parts.transport) }),
};
