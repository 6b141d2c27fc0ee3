import type { Admin } from 'kafkajs';
import { PUBLISHED_STREAMS } from '@probity/contracts/facts';
import {
  PERSONAL_DATA_KEY_VARIABLES,
  personalDataKeys,
  type PersonalDataKeySettings,
} from '@probity/platform/keys/key-variables';
import { ROLES } from '@probity/persistence/roles';
import { type Service, WRITE_TIMEOUT_MS } from '@probity/service/service';

/**
 * Publishes the facts of every service. Each kind of stream (for example customers, alerts and cases of customer-risk)
 * has its own topic, and its own follower with a checkpoint, a lock and a readiness check.
 */
export const relay: Service<'events' | 'kafka', PersonalDataKeySettings> = {
  name: 'relay',
  inBackground: true,
  role: ROLES.relay,
  port: 3003,
  variables: PERSONAL_DATA_KEY_VARIABLES,
  personalDataKeys,
  // Each active follower uses one connection for its lock. The five others are for reading events and checkpoints.
  pool: { poolSize: PUBLISHED_STREAMS.length + 5, queryTimeoutMs: WRITE_TIMEOUT_MS },
  needs: ['events', 'kafka'],
  start: async ({ events, database, kafka, logger, metrics, topicPrefix }) => {
    // Without Kafka, no start needs its library.
    const { followFacts } = await import('./publishing/follow-facts');
    const { FactsAgain } = await import('./publishing/facts-again');
    const followers = PUBLISHED_STREAMS.map((streams) => {
      const follower = followFacts({ streams, kafka, topicPrefix, store: events, database, logger, metrics });
      follower.start();
      return { name: `publishing_${streams.topic.replace(/\W/g, '_')}`, follower };
    });
    const again = new FactsAgain({ kafka, topicPrefix, store: events, database, logger });
    again.start();
    const admin = kafka.admin();
    return {
      dependencies: [
        { name: 'broker', check: () => respond(admin) },
        ...followers.map(({ name, follower }) => ({ name, check: () => follower.checkReady() })),
      ],
      stop: async () => {
        await Promise.all([again.stop(), ...followers.map(({ follower }) => follower.stop())]);
        await admin.disconnect();
      },
    };
  },
};

/** Connecting has no effect when the client is already connected. */
async function respond(admin: Admin): Promise<void> {
  await admin.connect();
  await admin.describeCluster();
}
