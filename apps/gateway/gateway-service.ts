import type { KeyObject } from 'node:crypto';
import { CUSTOMER_COMMANDS, LEDGER_COMMANDS, PIPELINE_COMMANDS } from '@probity/contracts/topics';
import { ROLES } from '@probity/persistence/roles';
import { closeGracefully } from '@probity/platform/http/close-gracefully';
import { HTTP_VARIABLES, type HttpSettings } from '@probity/platform/http/http-settings';
import type { Service } from '@probity/service/service';
import { grantKey } from '@probity/platform/grants';
import { newId } from '@probity/platform/ids';
import { TimeSource } from '@probity/platform/time-source';
import { ApiKeyUses } from './auth/api-key-uses';
import { KeyGrants } from './auth/key-grants';
import { createGateway } from './create-gateway';
import { LimitExchange } from './limits/limit-exchange';
import { RequestLimits } from './limits/request-limits';

const READ_TIMEOUT_MS = 5_000;

interface Settings {
  PROBITY_GRANT_KEY: KeyObject;
}

/** Serves the API for institutions: reads projections and sends commands to the other services. */
export const gateway: Service<'commands' | 'dependencies', HttpSettings & Settings> = {
  name: 'gateway',
  role: ROLES.gateway,
  port: 3000,
  variables: { ...HTTP_VARIABLES, PROBITY_GRANT_KEY: grantKey() },
  pool: { queryTimeoutMs: READ_TIMEOUT_MS },
  needs: ['commands', 'dependencies'],
  warmed: [LEDGER_COMMANDS, CUSTOMER_COMMANDS, PIPELINE_COMMANDS],
  start: async (parts, { PROBITY_GRANT_KEY, ...settings }) => {
    const limits = new RequestLimits();
    const keyUses = new ApiKeyUses(parts.database, new TimeSource(), parts.logger);
    const grants = new KeyGrants(PROBITY_GRANT_KEY, parts.database, new TimeSource(), parts.logger);
    const http = await createGateway({ ...parts, settings, limits, keyUses, grants });
    const exchange = new LimitExchange(newId(), parts.database, limits, parts.logger);
    exchange.start();
    keyUses.start();
    grants.start();
    const stop = async (): Promise<void> => {
      await closeGracefully(http);
      await exchange.stop();
      await keyUses.stop();
      await grants.stop();
    };
    return { http, stop };
  },
};
