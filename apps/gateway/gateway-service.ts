import { ROLES } from '@probity/persistence/roles';
import { closeGracefully } from '@probity/platform/http/close-gracefully';
import { HTTP_VARIABLES, type HttpSettings } from '@probity/platform/http/http-settings';
import type { Service } from '@probity/service/service';
import { createGateway } from './create-gateway';

const READ_TIMEOUT_MS = 5_000;

/** Serves the API for institutions: reads projections and sends commands to the other services. */
export const gateway: Service<'commands' | 'dependencies', HttpSettings> = {
  name: 'gateway',
  role: ROLES.gateway,
  port: 3000,
  variables: HTTP_VARIABLES,
  pool: { queryTimeoutMs: READ_TIMEOUT_MS },
  needs: ['commands', 'dependencies'],
  start: async (parts, settings) => {
    const http = await createGateway({ ...parts, settings });
    return { http, stop: () => closeGracefully(http) };
  },
};
