import type { Server } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const GRACE_MS = 10_000;

/** Takes no more requests and waits for those under way, but not for a client that never finishes its own. */
export async function closeGracefully(app: NestFastifyApplication): Promise<void> {
  const server: Server = app.getHttpServer();
  const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await app.close();
  clearTimeout(timer);
}
