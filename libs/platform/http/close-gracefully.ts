import type { Server } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const SWEEP_MS = 50;
const GRACE_MS = 5_000;

/**
 * Accepts no more requests and waits for those in progress. A connection is closed when its response is sent, or after
 * a time limit, so that no client can prevent the service from stopping.
 */
export async function closeGracefully(app: NestFastifyApplication): Promise<void> {
  const server: Server = app.getHttpServer();
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await app.close();
  clearInterval(sweep);
  clearTimeout(grace);
}
