import { WEBHOOK_COMMANDS, WEBHOOK_MAINTENANCE_COMMANDS } from '@probity/contracts/topics';
import { WEBHOOK_SOURCES } from '@probity/contracts/webhooks/event-types';
import { ROLES } from '@probity/persistence/roles';
import { portList, trueOrFalse } from '@probity/platform/configuration';
import { MASTER_KEY_VARIABLES, masterKeys, type MasterKeySettings } from '@probity/platform/keys/key-variables';
import { Sealer } from '@probity/platform/sealing';
import { type Service, WRITE_TIMEOUT_MS } from '@probity/service/service';
import { PROJECTIONS } from './projections';
import { startWebhookDispatcher } from './start-webhook-dispatcher';
import { sealedEndpoints } from './endpoints/sealed-endpoints';

interface Settings extends MasterKeySettings {
  WEBHOOK_PORTS: number[];
  WEBHOOK_ALLOW_LOOPBACK: boolean;
}

/** Handles commands about endpoints, and sends events about alerts to them. Several instances share the queue. */
export const webhookDispatcher: Service<'events' | 'transport' | 'rebuild', Settings> = {
  name: 'webhook-dispatcher',
  inBackground: true,
  role: ROLES.webhookDispatcher,
  port: 3007,
  variables: {
    ...MASTER_KEY_VARIABLES,
    WEBHOOK_PORTS: portList({ default: [] }),
    WEBHOOK_ALLOW_LOOPBACK: trueOrFalse({ default: false }),
  },
  // for claims, outcomes, fan-out, housekeeping and commands
  pool: { poolSize: 8, queryTimeoutMs: WRITE_TIMEOUT_MS },
  needs: ['events', 'transport', 'rebuild'],
  projections: PROJECTIONS,
  operations: { schema: 'webhooks', sealingKeys: masterKeys },
  masterKeys,
  topics: [
    ...new Set([
      WEBHOOK_COMMANDS,
      WEBHOOK_MAINTENANCE_COMMANDS,
      ...WEBHOOK_SOURCES.map(({ streams }) => streams.topic),
    ]),
  ],
  sealed: ({ database, store }, settings) => [sealedEndpoints(database, new Sealer(masterKeys(settings)), store)],
  start: async (parts, { WEBHOOK_PORTS, WEBHOOK_ALLOW_LOOPBACK, ...keys }) => {
    const targets = { allowedPorts: new Set(WEBHOOK_PORTS), allowInsecureLoopback: WEBHOOK_ALLOW_LOOPBACK };
    if (WEBHOOK_ALLOW_LOOPBACK) {
      parts.logger.warn(
        'WEBHOOK_ALLOW_LOOPBACK is on: webhooks may be sent to this machine, without TLS; use it for development only',
      );
    }
    const sealer = new Sealer(masterKeys(keys));
    return { stop: await startWebhookDispatcher({ ...parts, sealer, targets }, parts.transport) };
  },
};
