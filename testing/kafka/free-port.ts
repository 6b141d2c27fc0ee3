import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems hand out to clients, for a broker that is restarted must find its port
 * free: a client that tries to reconnect meanwhile could be given just that port as its own.
 */
const LOWEST = 15_000;
const MAX_PORT = 32_000;

/** A port on loopback on which no program listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, MAX_PORT);
    if (await isFree(port)) return port;
  }
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
