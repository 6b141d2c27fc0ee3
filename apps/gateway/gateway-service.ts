import { ROLES } from '@probity/persistence/roles';
import { closeGracefully } from '@probity/platform/http/close-gracefully';
import type { Service } from '@probity/service/service';
import { createGateway } from './create-gateway';

const READ_TIMEOUT_MS = 5_000;

/** Serves the API for institutions: reads projections and sends commands to the other services. */
export const gateway: Service<'commands' | 'dependencies'> = {
  name: 'gateway',
  role: ROLES.gateway,
  port: 3000,
  pool: { queryTimeoutMs: READ_TIMEOUT_MS },
  needs: ['commands', 'dependencies'],
  start: async (parts) => {
    const http = await createGateway(parts);
    return { http, stop: () => closeGracefully(http) };
  },
};
