import { ROLES } from '@probity/persistence/roles';
import { closeGracefully } from '@probity/platform/http/close-gracefully';
import type { Service } from '@probity/service/service';
import { newId } from '@probity/platform/ids';
import { createGateway } from './create-gateway';
import { LimitExchange } from './limits/limit-exchange';
import { RequestLimits } from './limits/request-limits';

const READ_TIMEOUT_MS = 5_000;

/** Serves the API for institutions: reads projections and sends commands to the other services. */
export const gateway: Service<'commands' | 'dependencies'> = {
  name: 'gateway',
  role: ROLES.gateway,
  port: 3000,
  pool: { queryTimeoutMs: READ_TIMEOUT_MS },
  needs: ['commands', 'dependencies'],
  start: async (parts) => {
    const limits = new RequestLimits();
    const http = await createGateway({ ...parts, limits });
    const exchange = new LimitExchange(newId(), parts.database, limits, parts.logger);
    exchange.start();
    const stop = async (): Promise<void> => {
      await closeGracefully(http);
      await exchange.stop();
    };
    return { http, stop };
  },
};
